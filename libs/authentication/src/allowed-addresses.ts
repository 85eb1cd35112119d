import { BlockList, isIPv4 } from 'node:net';
import { ipv4Of } from './rate-limits/address.ts';

/** Parsed lists; the oldest makes way. */
const LISTS_MAX = 1_000;

const parsed = new Map<string, BlockList>();

/** Whether an address is one of the addresses and CIDRs that a credential is limited to; no list allows any. */
export function isAllowedAddress(ranges: readonly string[] | undefined, address: string): boolean {
  if (ranges === undefined) return true;
  const plain = ipv4Of(address) ?? address.replace(/%.*$/, '');
  return listOf(ranges).check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

function listOf(ranges: readonly string[]): BlockList {
  const key = ranges.join();
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const [oldest] = parsed.keys();
  if (parsed.size >= LISTS_MAX && oldest !== undefined) parsed.delete(oldest);
  parsed.set(key, list);
  return list;
}
