import { isIPv4 } from 'node:net';

/** Addresses counted at once; beyond it the oldest start afresh, so a flood of addresses takes no memory. */
export const ADDRESSES_MAX = 100_000;

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What counts as one caller without credentials: an IPv4 address, or the /64 of an IPv6 address, since whoever has
 * one address of a /64 has all of them (RFC 6177). Text that is no address is its own subject.
 */
export function addressSubject(address: string): string {
  const v4 = isIPv4(address) ? address : MAPPED_V4.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // An embedded IPv4 address stands for two groups.
    const length = groups.length + after.length + (after.at(-1)?.includes('.') === true ? 1 : 0);
    groups.push(...Array<string>(Math.max(0, 8 - length)).fill('0'), ...after);
  }
  const prefix = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}

/** What counts as one OAuth client: its id, from one address. Ids that are too long to be any are one. */
export function clientSubject(clientId: string, address: string): string {
  return `${clientId.length > 64 ? '-' : clientId} ${addressSubject(address)}`;
}
