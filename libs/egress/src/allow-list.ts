import { isIP } from 'node:net';
import { commaList } from '@parley/runtime/config';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Cidr {
  readonly network: Address;
  readonly bits: number;
}

export type AllowedHosts = readonly string[];

/** Parses a range in CIDR notation. Throws a RangeError that says what to write, also instead of 10.0.0.5/8 with its host bits. */
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

export function contains({ network, bits }: Cidr, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** Ranges in CIDR notation, comma-separated. */
export const allowCidrs: z.ZodType<readonly Cidr[], string> = commaList.transform((ranges, context) =>
  ranges.map((text) => {
    try {
      return parseCidr(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as RangeError).message });
      return z.NEVER;
    }
  }),
);

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);

/**
 * Host names, exact or `*.suffix`, comma-separated.
 * @param rangesSetting where an address belongs instead, for the error.
 */
export const allowHosts = (rangesSetting: string): z.ZodType<AllowedHosts, string> =>
  commaList.pipe(
    z.array(
      z
        .string()
        .transform(normalizeHost)
        .refine((name) => isIP(name) === 0, {
          error: ({ input }) => `"${String(input)}" is an address: write it in ${rangesSetting}`,
          abort: true,
        })
        .refine((name) => HOST_NAME.test(name), {
          error: ({ input }) =>
            `"${String(input)}" is not a name, like hooks.internal or *.svc.cluster.local`,
        }),
    ),
  );

const ANY_ADDRESS: readonly Cidr[] = ['0.0.0.0/0', '::/0'].map(parseCidr);

/** The ranges that a host may resolve to: those allowed for all hosts, or any for an allowed host. */
export function allowedRanges(hostname: string, hosts: AllowedHosts, cidrs: readonly Cidr[]) {
  const name = normalizeHost(hostname);
  const isAllowed =
    isIP(name) === 0 &&
    hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));
  return isAllowed ? ANY_ADDRESS : cidrs;
}

/** Names are case-insensitive, and a trailing dot only marks them as fully qualified. */
function normalizeHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
