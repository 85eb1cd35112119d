import fc from 'fast-check';

/** Every range that IANA keeps from the public Internet, and Azure's wire server. */
const BLOCKED_V4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32',
]; // oxfmt-ignore

/** An IPv4 address, as a number, of a range `a.b.c.d/bits`. */
export function v4In(range: string): fc.Arbitrary<number> {
  const [network = '', bits] = range.split('/');
  const first = network.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return fc.integer({ min: first, max: first + 2 ** (32 - Number(bits)) - 1 });
}

/** An IPv4 address, as a number, that no delivery may reach. */
export const blockedV4 = fc.constantFrom(...BLOCKED_V4).chain(v4In);

export const dotted = (ip: number) => [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.');
const hex = (ip: number) => `${(ip >>> 16).toString(16)}:${(ip & 0xffff).toString(16)}`;
const inverted = (ip: number) => hex(~ip >>> 0);

/** The ways to carry an IPv4 address in an IPv6 one; the first five pass with a public one. */
export const WRAPPINGS: Readonly<Record<string, (ip: number) => string>> = {
  mapped: (ip) => `::ffff:${hex(ip)}`,
  'mapped, dotted': (ip) => `::ffff:${dotted(ip)}`,
  NAT64: (ip) => `64:ff9b::${hex(ip)}`,
  'ISATAP below a public prefix': (ip) => `2600:1f18::5efe:${hex(ip)}`,
  'ISATAP, globally unique': (ip) => `2600:1f18::200:5efe:${hex(ip)}`,
  ISATAP: (ip) => `fe80::5efe:${hex(ip)}`,
  compatible: (ip) => `::${hex(ip)}`,
  SIIT: (ip) => `::ffff:0:${hex(ip)}`,
  '6to4': (ip) => `2002:${hex(ip)}::1`,
  'local NAT64': (ip) => `64:ff9b:1::${hex(ip)}`,
  'Teredo server': (ip) => `2001:0:${hex(ip)}:0:0:${inverted(0x08080808)}`,
  'Teredo client': (ip) => `2001:0:808:808:0:0:${inverted(ip)}`,
};

/** A number as the host of a URL may spell it. */
const radix = fc.constantFrom<(part: number) => string>(
  (part) => String(part),
  (part) => `0${part.toString(8)}`,
  (part) => `0x${part.toString(16)}`,
  (part) => `0X00${part.toString(16).toUpperCase()}`,
);
/** What WHATWG's parser brings back to ASCII. */
const disguise = fc.constantFrom<(host: string) => string>(
  (host) => host,
  (host) => `${host}.`,
  (host) => host.replace(/\d/g, (digit) => `%3${digit}`),
  (host) => host.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (host) => host.replace(/\d/g, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)] ?? ''),
  (host) => host.replaceAll('.', '\u3002'),
  (host) => host.replaceAll('.', '\uff0e'),
);

/** The spellings of an IPv4 address as the host of a URL: each part in any notation, the last ones taken together. */
export function v4Hosts(ip: number): fc.Arbitrary<string> {
  const octets = [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255);
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }), disguise)
    .map(([count, spell, disguised]) => {
      const last = octets.slice(count - 1).reduce((sum, octet) => sum * 256 + octet, 0);
      const parts = [...octets.slice(0, count - 1), last];
      return disguised(parts.map((part, index) => spell[index]?.(part) ?? String(part)).join('.'));
    });
}

/** The spellings of an address inside an IPv6 one. */
export function v6Hosts(ip: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...Object.values(WRAPPINGS)), fc.boolean())
    .map(([wrap, upper]) => (upper ? `[${wrap(ip).toUpperCase()}]` : `[${wrap(ip)}]`));
}
