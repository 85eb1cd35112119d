import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { contains, parseCidr, type Address, type Cidr } from './allow-list.ts';

/** Cloud metadata services, which hand out credentials: no setting allows them. */
const METADATA = [
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
].map(parseCidr);

/** The only block that IANA has allocated for global unicast (iana.org/assignments/ipv6-address-space). */
const GLOBAL_UNICAST = parseCidr('2000::/3');
const IPV4_MAPPED = parseCidr('::ffff:0:0/96');
const NAT64 = parseCidr('64:ff9b::/96');
/** RFC 8215: for translation inside a network, whose address layout is unknown to us. */
const LOCAL_NAT64 = parseCidr('64:ff9b:1::/48');

const EMBEDDINGS: readonly {
  readonly range: Cidr;
  readonly octets: (bytes: readonly number[]) => readonly number[][];
}[] = [
  { range: IPV4_MAPPED, octets: (bytes) => [bytes.slice(12)] },
  { range: NAT64, octets: (bytes) => [bytes.slice(12)] },
  // IPv4-compatible (RFC 4291 2.5.5.1). Without its upper 16 bits it is `::` or `::1`, not an IPv4 address.
  { range: parseCidr('::/96'), octets: (bytes) => (bytes[12] || bytes[13] ? [bytes.slice(12)] : []) },
  // SIIT (RFC 2765).
  { range: parseCidr('::ffff:0:0:0/96'), octets: (bytes) => [bytes.slice(12)] },
  // 6to4 (RFC 3056).
  { range: parseCidr('2002::/16'), octets: (bytes) => [bytes.slice(2, 6)] },
  // Teredo (RFC 4380): the server, and the client with all bits inverted.
  {
    range: parseCidr('2001::/32'),
    octets: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)],
  },
  // ISATAP (RFC 5214) works under every prefix: its mark is in the interface id, and the u and g bits vary.
  {
    range: parseCidr('::/0'),
    octets: (bytes) =>
      ((bytes[8] ?? 0) & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
        ? [bytes.slice(12)]
        : [],
  },
];

function embeddedIpv4(address: Address): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  return EMBEDDINGS.filter(({ range }) => contains(range, address))
    .flatMap(({ octets }) => octets(bytes))
    .map((octets) => new ipaddr.IPv4(octets));
}

/** The IPv4 addresses that the layouts of RFC 6052 section 2.2 read from a local NAT64 address. */
function locallyTranslated(address: Address): ipaddr.IPv4[] {
  if (!contains(LOCAL_NAT64, address)) return [];
  // Every layout that reaches byte 8 skips it.
  const bytes = address.toByteArray().toSpliced(8, 1);
  return [6, 7, 8, 11].map((offset) => new ipaddr.IPv4(bytes.slice(offset, offset + 4)));
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  // These lead only to the embedded IPv4 address, which is checked too. A network without IPv4 needs NAT64 (RFC 6147).
  if (contains(IPV4_MAPPED, address) || contains(NAT64, address)) return true;
  return contains(GLOBAL_UNICAST, address) && address.range() === 'unicast';
}

/** Whether a connection may go to a canonical IP address, with the IPv4 address that it embeds: public or allowed, no metadata. */
export function isAllowedAddress(ip: string, allowed: readonly Cidr[]): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  const embedded = embeddedIpv4(address);
  const isIn = (ranges: readonly Cidr[]) => (form: Address) => ranges.some((range) => contains(range, form));
  if ([address, ...embedded, ...locallyTranslated(address)].some(isIn(METADATA))) return false;
  const isListed = isIn(allowed);
  if (isListed(address)) return embedded.every((form) => isPublic(form) || isListed(form));
  return [address, ...embedded].every(isPublic);
}

/** Whether an allowed address is in one of the ranges itself, and not only public. */
export function isListedAddress(ip: string, listed: readonly Cidr[]): boolean {
  return isAllowedAddress(ip, listed) && listed.some((range) => contains(range, ipaddr.parse(ip)));
}
