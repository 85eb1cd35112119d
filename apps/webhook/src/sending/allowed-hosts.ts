import { isIP } from 'node:net';
import { z } from 'zod';
import { parseCidr, type Cidr } from './address-judge.ts';

/** Names whose addresses are trusted: exact, or with `*.` in front all names below. */
export type AllowedHosts = readonly string[];

/** What a trusted name may resolve to: everything but metadata, which no range opens. */
const EVERYWHERE: readonly Cidr[] = ['0.0.0.0/0', '::/0'].map(parseCidr);

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);

/** Reads `WEBHOOK_ALLOW_HOSTS`: comma-separated names that may resolve to addresses that are not public. */
export const allowHosts: z.ZodType<AllowedHosts, string> = z.string().transform((value, context) => {
  const names = value
    .split(',')
    .map((text) => normal(text.trim()))
    .filter((name) => name !== '');
  for (const name of names) {
    const fault =
      isIP(name) !== 0
        ? `"${name}" is an address: write it in WEBHOOK_ALLOW_CIDRS`
        : NAME.test(name)
          ? null
          : `"${name}" is not a name, like hooks.internal or *.svc.cluster.local`;
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }
  return names;
});

/** The ranges that a target may be in: those that are open to all, or everywhere for a trusted name. */
export function rangesFor(hostname: string, hosts: AllowedHosts, allow: readonly Cidr[]): readonly Cidr[] {
  const name = normal(hostname);
  const isTrusted =
    isIP(name) === 0 &&
    hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));
  return isTrusted ? EVERYWHERE : allow;
}

/** Names ignore case, and a dot at the end says only that they are complete. */
function normal(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
