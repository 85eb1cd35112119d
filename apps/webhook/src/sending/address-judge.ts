import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses. */
export interface Cidr {
  readonly network: Address;
  readonly bits: number;
}

const URL_MAX = 2048;

/**
 * Reads a range in full notation.
 * @throws RangeError that says what to write instead. Bits set behind the prefix are refused: who writes 10.0.0.5/8
 * rarely means the 16 million addresses of 10.0.0.0/8.
 */
export function parseCidr(text: string): Cidr {
  const [address = '', bitsText, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  const max = family === 4 ? 32 : 128;
  if (family === 0) throw new RangeError(`"${text}" is not an IP range, like 10.0.0.0/8 or fd00::/8`);
  if (bitsText === undefined) throw new RangeError(`"${text}" needs a prefix length, like ${address}/${max}`);
  const bits = Number(bitsText);
  if (!/^\d{1,3}$/.test(bitsText) || bits > max || rest.length > 0) {
    throw new RangeError(`"${text}" needs a prefix length from 0 to ${max}`);
  }
  const network = ipaddr.parse(address);
  const first = (family === 4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address}/${bits}`);
  if (network.toNormalizedString() !== first.toNormalizedString()) {
    throw new RangeError(
      `"${text}" has bits behind its prefix: write ${first.toString()}/${bits} or ${address}/${max}`,
    );
  }
  return { network, bits };
}

/** Reads `WEBHOOK_ALLOW_CIDRS`: comma-separated ranges that may be reached though they are not public. */
export const allowCidrs: z.ZodType<readonly Cidr[], string> = z.string().transform((value, context) => {
  const texts = value.split(',').map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      try {
        return parseCidr(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as RangeError).message });
        return z.NEVER;
      }
    });
});

/**
 * Where clouds serve credentials to whoever asks. No setting opens these (decisions.md section 7): all of IPv4 and
 * IPv6 link-local, Azure's wire server, Alibaba, Oracle classic, and the unique-local ones of AWS, Google, Scaleway.
 */
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

/** IANA has given out nothing else for global unicast (iana.org/assignments/ipv6-address-space). */
const GLOBAL_UNICAST = parseCidr('2000::/3');
const MAPPED = parseCidr('::ffff:0:0/96');
const NAT64 = parseCidr('64:ff9b::/96');
/** RFC 8215: the operator's own translation, of a layout that cannot be seen from outside. */
const LOCAL_NAT64 = parseCidr('64:ff9b:1::/48');

/** IPv6 ranges that carry an IPv4 address, and the bytes that hold it. */
const EMBEDDINGS: readonly {
  readonly range: Cidr;
  readonly inner: (bytes: readonly number[]) => readonly number[][];
}[] = [
  { range: MAPPED, inner: (bytes) => [bytes.slice(12)] },
  { range: NAT64, inner: (bytes) => [bytes.slice(12)] },
  // Compatible (RFC 4291 2.5.5.1). The last 16 bits alone are no IPv4 address but `::` and `::1`.
  { range: parseCidr('::/96'), inner: (bytes) => (bytes[12] || bytes[13] ? [bytes.slice(12)] : []) },
  // SIIT (RFC 2765).
  { range: parseCidr('::ffff:0:0:0/96'), inner: (bytes) => [bytes.slice(12)] },
  // 6to4 (RFC 3056).
  { range: parseCidr('2002::/16'), inner: (bytes) => [bytes.slice(2, 6)] },
  // Teredo (RFC 4380): the server, and the client with all bits inverted.
  {
    range: parseCidr('2001::/32'),
    inner: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)],
  },
  // ISATAP (RFC 5214) is possible under every prefix: its mark is in the interface id, with the u and g bits free.
  {
    range: parseCidr('::/0'),
    inner: (bytes) =>
      ((bytes[8] ?? 0) & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
        ? [bytes.slice(12)]
        : [],
  },
];

function contains({ network, bits }: Cidr, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function embeddedIn(address: Address): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  return EMBEDDINGS.filter(({ range }) => contains(range, address))
    .flatMap(({ inner }) => inner(bytes))
    .map((octets) => new ipaddr.IPv4(octets));
}

/** Every IPv4 address that some layout of RFC 6052 section 2.2 would read out of a local NAT64 address. */
function locallyTranslated(address: Address): ipaddr.IPv4[] {
  if (!contains(LOCAL_NAT64, address)) return [];
  // Byte 8 is skipped by all layouts that reach it.
  const bytes = address.toByteArray().toSpliced(8, 1);
  return [6, 7, 8, 11].map((offset) => new ipaddr.IPv4(bytes.slice(offset, offset + 4)));
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  // These two lead to the IPv4 address inside and nowhere else, and that one is judged too. NAT64 is how a network
  // without IPv4 reaches the rest of the Internet (RFC 6147).
  if (contains(MAPPED, address) || contains(NAT64, address)) return true;
  return contains(GLOBAL_UNICAST, address) && address.range() === 'unicast';
}

/**
 * Whether a delivery may be sent to an IP address: public ones, and those inside `allow`, exactly. An IPv6 address
 * that carries an IPv4 address passes only if both do; a range of IPv4 opens no IPv6 address; metadata never passes.
 * @param ip as the system writes it; anything else, and an address with a zone, is refused.
 */
export function judgeAddress(ip: string, allow: readonly Cidr[]): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  const inner = embeddedIn(address);
  const within = (ranges: readonly Cidr[]) => (form: Address) =>
    ranges.some((range) => contains(range, form));
  if ([address, ...inner, ...locallyTranslated(address)].some(within(METADATA))) return false;
  const isListed = within(allow);
  if (isListed(address)) return inner.every((form) => isPublic(form) || isListed(form));
  return [address, ...inner].every(isPublic);
}

/** The address in the host of a URL, which WHATWG parsing has brought to its usual form; `null` for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Judges a URL before anything is sent (decisions.md section 7). A name passes here: what it resolves to is judged
 * at each connection, because it may change at any time.
 * @returns `null` when it is acceptable, otherwise what it must be.
 */
export function judgeUrl(text: string, allow: readonly Cidr[]): string | null {
  if (text.length > URL_MAX) return `must be at most ${URL_MAX} characters`;
  // The parser strips or repairs these, so what we store would not be what we call.
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes';
  if (!URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port < 1024 && port !== 80 && port !== 443) return 'must use port 80, 443 or one from 1024 to 65535';
  const literal = literalAddress(url.hostname);
  if (literal !== null && !judgeAddress(literal, allow))
    return 'must not point to an address that is not allowed';
  return null;
}
