import type { AuthenticationResult } from './authentication-results.rules.ts';
import { domainOf, valuesOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

/** What a check found (RFC 8601 section 2.7). */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'softfail'
  | 'neutral'
  | 'none'
  | 'policy'
  | 'temperror'
  | 'permerror';

/** What the domain of From asks of receivers of mail that fails (RFC 9989 section 4.7); null if it is not known. */
export type DmarcPolicy = 'none' | 'quarantine' | 'reject' | null;

export interface Authentication {
  readonly dmarc: Verdict;
  readonly dkim: Verdict;
  readonly spf: Verdict;
  /** The mail is of the domain of its From: the only thing that lets a participant in. */
  readonly verified: boolean;
  readonly policy: DmarcPolicy;
}

export type Alignment = 'relaxed' | 'strict';

/** A check that passed, with the domain that it is about. */
export interface PassedDomain {
  readonly method: 'dkim' | 'spf';
  readonly domain: string;
}

/** A domain and the organizational domain above it, both in the form of {@link domainOf}. */
export type OrganizationalDomains = ReadonlyMap<string, string>;

const VERDICTS: ReadonlySet<string> = new Set<Verdict>([
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
]);

/** The best of several signatures decides: each server on the way may have broken some. */
const BEST_FIRST: readonly Verdict[] = [
  'pass',
  'temperror',
  'policy',
  'fail',
  'softfail',
  'neutral',
  'permerror',
  'none',
];

export const NOT_CHECKED: Authentication = {
  dmarc: 'none',
  dkim: 'none',
  spf: 'none',
  verified: false,
  policy: null,
};

/**
 * The domain of From that a check can be about; null where there are several From fields or addresses, a group, or none: nobody can tell
 * then which of them is shown, so that nothing is verified (RFC 9989 section 4.4).
 */
export function fromDomain(mail: Pick<ReadMail, 'headers' | 'from'>): string | null {
  const [first, second] = mail.from;
  if (first === undefined || second !== undefined || first.group !== null) return null;
  if (mail.headers.filter(({ name }) => name === 'from').length !== 1) return null;
  const domain = domainOf(first.address);
  return domain === '' || domain.startsWith('[') ? null : domain;
}

/** Whether a domain that passed a check is that of From: the same, or relaxed one of the same organization (RFC 9989 section 4.10). */
export function isAligned(
  from: string,
  passed: string,
  mode: Alignment,
  organizations: OrganizationalDomains,
): boolean {
  if (from === passed) return true;
  if (mode === 'strict') return false;
  const organization = organizations.get(from);
  return organization !== undefined && organization === organizations.get(passed);
}

export function verdictOf(text: string | undefined): Verdict {
  const word = (text ?? '').toLowerCase();
  if (word === 'temperr') return 'temperror';
  // "hardfail" and "permfail" are of older servers, "bestguesspass" is Microsoft's for domains without a record.
  if (word === 'hardfail') return 'fail';
  return VERDICTS.has(word) ? (word as Verdict) : 'none';
}

export function bestOf(verdicts: readonly Verdict[]): Verdict {
  return BEST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'none';
}

export function policyOf(text: string | undefined): DmarcPolicy {
  const word = (text ?? '').trim().toLowerCase();
  return word === 'none' || word === 'quarantine' || word === 'reject' ? word : null;
}

/** The domains that passed DKIM or SPF by the results of the provider. */
export function passedDomains(results: readonly AuthenticationResult[]): readonly PassedDomain[] {
  return results.flatMap(({ method, result, properties }): PassedDomain[] => {
    if (result !== 'pass' || (method !== 'dkim' && method !== 'spf')) return [];
    const named =
      method === 'dkim'
        ? (properties.get('header.d') ?? properties.get('header.i'))
        : (properties.get('smtp.mailfrom') ?? properties.get('smtp.helo'));
    const domain = named === undefined ? '' : domainOf(named.replace(/^@/, 'x@'));
    return domain === '' ? [] : [{ method, domain }];
  });
}

/**
 * The verdict by the results of the provider (RFC 8601). Its DMARC result counts if it is about the domain of From. Where it has none, as of
 * domains without a record, an aligned DKIM or SPF result is as good: the provider has seen the client.
 */
export function authenticationBy(
  results: readonly AuthenticationResult[],
  from: string | null,
  organizations: OrganizationalDomains,
): Authentication {
  const of = (method: string) => results.filter((one) => one.method === method);
  const verdicts = (method: string) => bestOf(of(method).map(({ result }) => verdictOf(result)));
  const about = of('dmarc').filter(({ properties }) =>
    isAbout(properties.get('header.from'), from, organizations),
  );
  // The sender may have written one of several into a text that the provider repeats: all have to pass.
  const dmarc = about.find(({ result }) => result !== 'pass') ?? about[0];
  const common = {
    dmarc: verdictOf(dmarc?.result),
    dkim: verdicts('dkim'),
    spf: verdicts('spf'),
    policy: policyOf(dmarc?.policy ?? undefined),
  };
  if (from === null) return { ...common, verified: false };
  if (common.dmarc !== 'none') return { ...common, verified: common.dmarc === 'pass' };
  const aligned = passedDomains(results).some(({ domain }) =>
    isAligned(from, domain, 'relaxed', organizations),
  );
  return { ...common, verified: aligned };
}

/** Whether a DMARC result is about the domain of From. Some servers name the organization, and some nothing. */
function isAbout(
  named: string | undefined,
  from: string | null,
  organizations: OrganizationalDomains,
): boolean {
  if (named === undefined || from === null) return true;
  const domain = domainOf(named);
  return domain === from || domain === organizations.get(from);
}

/** The values of Authentication-Results, the topmost first, as the last server wrote it last. */
export const authenticationFields = (mail: Pick<ReadMail, 'headers'>) =>
  valuesOf(mail.headers, 'authentication-results');
