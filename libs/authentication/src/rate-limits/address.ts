import { isIPv4 } from 'node:net';

/** Addresses counted at a time. Beyond it the oldest are dropped, so a flood of addresses cannot exhaust the memory. */
export const ADDRESSES_MAX = 100_000;

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The IPv4 address that this one is, or is mapped from (RFC 4291, 2.5.5.2); undefined for any other. */
export function ipv4Of(address: string): string | undefined {
  return isIPv4(address) ? address : MAPPED_V4.exec(address)?.[1];
}

/** The rate limit subject: an IPv4 address, the /64 of an IPv6 address (RFC 6177: of one subscriber), or any other text. */
export function addressSubject(address: string): string {
  const v4 = ipv4Of(address);
  if (v4 !== undefined) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // An embedded IPv4 address counts as two groups.
    const length = groups.length + after.length + (after.at(-1)?.includes('.') === true ? 1 : 0);
    groups.push(...Array<string>(Math.max(0, 8 - length)).fill('0'), ...after);
  }
  const prefix = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}

/** The rate limit subject of an OAuth client: its id from one address. All ids that are too long share one. */
export function clientSubject(clientId: string, address: string): string {
  return `${clientId.length > 64 ? '-' : clientId} ${addressSubject(address)}`;
}
