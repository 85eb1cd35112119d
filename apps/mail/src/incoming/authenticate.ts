import { Readable } from 'node:stream';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import type { DKIMResult, DNSResolver } from 'mailauth';
import { trustedResults } from './authentication-results.rules.ts';
import {
  authenticationBy,
  authenticationFields,
  bestOf,
  fromDomain,
  isAligned,
  NOT_CHECKED,
  passedDomains,
  policyOf,
  verdictOf,
  type Alignment,
  type Authentication,
  type DmarcPolicy,
  type OrganizationalDomains,
  type PassedDomain,
  type Verdict,
} from './authentication.rules.ts';
import { domainOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

export interface MxRecord {
  readonly exchange: string;
  readonly priority: number;
}

/**
 * Looks a name up, as `dns.promises.resolve` does: the texts of TXT records in parts, and errors with the codes `ENOTFOUND`, `ENODATA`,
 * `ETIMEOUT` or `EREFUSED`. It has the deadline of each look-up.
 */
export type DnsResolver = (name: string, type: string) => Promise<readonly (string | string[] | MxRecord)[]>;

/** The client of a mail that came by SMTP to this installation itself, not through a provider or a forwarder. */
export interface SmtpClient {
  readonly ip: string;
  readonly helo: string;
  /** The sender of the envelope; empty for the null reverse-path. */
  readonly sender: string;
}

export interface Origin {
  /** Null for a mail that a provider has taken and checked. */
  readonly client: SmtpClient | null;
  /** The id in Authentication-Results of the provider of the mailbox; null if its results are not read. */
  readonly trustedAuthservId: string | null;
}

/** Signatures of a mail that are checked: each costs a look-up and a pass over the body. */
const SIGNATURES_MAX = 10;
/** Look-ups for one mail: 10 of SPF with the addresses of their servers, a key for each signature, and two of DMARC. */
const LOOKUPS_MAX = 60;

interface Checked {
  readonly verdict: Verdict;
  readonly passed: readonly PassedDomain[];
}

/**
 * Whether a mail is of the domain of its From. A mail that came directly is checked itself: DKIM (RFC 6376), SPF (RFC 7208) and DMARC (RFC
 * 9989); otherwise the results of the mailbox's provider are read (RFC 8601). A failure is a verdict, never an error: only a broken
 * `source` throws. `source` has the bytes of the mail and is read as a stream, at most once.
 */
export async function authenticate(
  mail: Pick<ReadMail, 'headers' | 'from'>,
  source: AsyncIterable<Uint8Array>,
  origin: Origin,
  resolver: DnsResolver,
): Promise<Authentication> {
  const { client, trustedAuthservId } = origin;
  const from = fromDomain(mail);
  if (client !== null) return checked(mail, source, client, bounded(resolver));
  const fields = authenticationFields(mail);
  const results = trustedAuthservId === null ? null : trustedResults(fields, trustedAuthservId);
  if (results === null) return signed(mail, source, from, bounded(resolver));
  const domains = passedDomains(results).map(({ domain }) => domain);
  return authenticationBy(results, from, await organizationsOf([...domains, from ?? '']));
}

/**
 * What the signatures prove of a mail that a provider has taken. Without a proof nothing is known: a server that forwards may have broken a
 * signature, and SPF is about a client that nobody knows.
 */
async function signed(
  mail: Pick<ReadMail, 'headers' | 'from'>,
  source: AsyncIterable<Uint8Array>,
  from: string | null,
  resolver: DNSResolver,
): Promise<Authentication> {
  const dkim = await checkDkim(mail, source, resolver);
  if (from === null || dkim.passed.length === 0) return { ...NOT_CHECKED, dkim: dkim.verdict };
  const organizations = await organizationsOf([from, ...dkim.passed.map(({ domain }) => domain)]);
  const record = await dmarcRecord(from, resolver);
  const alignment = record?.alignment.dkim ?? 'relaxed';
  const verified = dkim.passed.some(({ domain }) => isAligned(from, domain, alignment, organizations));
  if (!verified) return { ...NOT_CHECKED, dkim: dkim.verdict };
  const { verdict, policy } = record ?? { verdict: 'none' as const, policy: null };
  return { dkim: dkim.verdict, spf: 'none', dmarc: verdict, verified, policy };
}

async function checked(
  mail: Pick<ReadMail, 'headers' | 'from'>,
  source: AsyncIterable<Uint8Array>,
  client: SmtpClient,
  resolver: DNSResolver,
): Promise<Authentication> {
  const from = fromDomain(mail);
  const [dkim, sent] = await Promise.all([checkDkim(mail, source, resolver), checkSpf(client, resolver)]);
  const verdicts = { dkim: dkim.verdict, spf: sent.verdict };
  if (from === null) return { ...verdicts, dmarc: 'none', verified: false, policy: null };
  const passed = [...dkim.passed, ...sent.passed];
  const organizations = await organizationsOf([from, ...passed.map(({ domain }) => domain)]);
  const record = await dmarcRecord(from, resolver);
  const verified = passed.some(({ method, domain }) =>
    isAligned(from, domain, record?.alignment[method] ?? 'relaxed', organizations),
  );
  const { policy } = record ?? { policy: null };
  if (record === null || record.verdict !== 'pass')
    return { ...verdicts, dmarc: record?.verdict ?? 'none', verified, policy };
  return { ...verdicts, dmarc: verified ? 'pass' : 'fail', verified, policy };
}

/** The best verdict of the signatures, and the domains of those that pass. */
async function checkDkim(
  mail: Pick<ReadMail, 'headers'>,
  source: AsyncIterable<Uint8Array>,
  resolver: DNSResolver,
): Promise<Checked> {
  const signatures = mail.headers.filter(({ name }) => name === 'dkim-signature').length;
  if (signatures === 0) return { verdict: 'none', passed: [] };
  if (signatures > SIGNATURES_MAX) return { verdict: 'policy', passed: [] };
  const results = await verify(source, resolver);
  if (results === null) return { verdict: 'permerror', passed: [] };
  const verdicts = results.map(verdictOfSignature);
  const passed = results.filter((_, index) => verdicts[index] === 'pass');
  return {
    verdict: bestOf(verdicts),
    passed: passed.map(({ signingDomain }) => ({ method: 'dkim', domain: domainOf(signingDomain) })),
  };
}

/** What mailauth documents of a result beyond its types: docs/dkim.md. */
interface DocumentedResult extends DKIMResult {
  readonly algo?: string;
  readonly signingHeaders?: { readonly keys?: string | readonly string[] };
}

/**
 * The verdict of a signature. One that does not cover From or the whole body, or is made with SHA-1, proves nothing (RFC 6376 sections 5.4 and
 * 8.2, RFC 8301 section 3.1).
 */
function verdictOfSignature({ status, algo, signingHeaders }: DocumentedResult): Verdict {
  const verdict = verdictOf(status.result);
  if (verdict !== 'pass') return verdict;
  const isWhole = Number(status.underSized ?? 0) === 0;
  const covered = String(signingHeaders?.keys ?? '')
    .toLowerCase()
    .split(/[^\w-]+/);
  const isStrong = algo?.toLowerCase().endsWith('-sha1') !== true;
  return isWhole && isStrong && covered.includes('from') ? 'pass' : 'policy';
}

/** The results of the signatures; null for a mail that cannot be checked. Throws what the source throws. */
async function verify(
  source: AsyncIterable<Uint8Array>,
  resolver: DNSResolver,
): Promise<DKIMResult[] | null> {
  const failures: unknown[] = [];
  const stream = Readable.from(
    watched(source, (error) => failures.push(error)),
    { objectMode: false },
  );
  try {
    return (await dkimVerify(stream, { resolver })).results;
  } catch {
    if (failures.length > 0) throw failures[0];
    return null;
  } finally {
    stream.destroy();
  }
}

async function* watched(source: AsyncIterable<Uint8Array>, onError: (error: unknown) => void) {
  try {
    yield* source;
  } catch (error) {
    onError(error);
    throw error;
  }
}

async function checkSpf({ ip, helo, sender }: SmtpClient, resolver: DNSResolver): Promise<Checked> {
  const { status, domain } = await spf({ ip, helo, sender, mta: 'parley', resolver });
  const verdict = verdictOf(status.result);
  return { verdict, passed: verdict === 'pass' ? [{ method: 'spf', domain: domainOf(domain) }] : [] };
}

interface DmarcRecord {
  /** `pass` for a record that was found. */
  readonly verdict: Verdict;
  readonly policy: DmarcPolicy;
  readonly alignment: Readonly<Record<'dkim' | 'spf', Alignment>>;
}

/** The record of a domain, or of its organization; null without one. Its alignment is applied by {@link isAligned}. */
async function dmarcRecord(from: string, resolver: DNSResolver): Promise<DmarcRecord | null> {
  const found = await dmarc({ headerFrom: [from], spfDomains: [], dkimDomains: [], resolver });
  if (found === false || found.status.result === 'none') return null;
  // A record that is not known may ask for the same domain: nothing less is taken for aligned meanwhile.
  const strict = { dkim: 'strict', spf: 'strict' } as const;
  if (found.status.result === 'temperror') return { verdict: 'temperror', policy: null, alignment: strict };
  const modeOf = (method: 'dkim' | 'spf') => (found.alignment[method].strict ? 'strict' : 'relaxed');
  const alignment = { dkim: modeOf('dkim'), spf: modeOf('spf') } as const;
  return { verdict: 'pass', policy: policyOf(found.policy), alignment };
}

/** The organizational domain of each domain, by the public suffix list: that of a DMARC result, for which nothing is looked up. */
async function organizationsOf(domains: readonly string[]): Promise<OrganizationalDomains> {
  const nothing: DNSResolver = () => Promise.resolve([]);
  const distinct = [...new Set(domains)].filter((domain) => domain !== '');
  const pairs = await Promise.all(
    distinct.map(async (domain) => {
      const found = await dmarc({ headerFrom: [domain], spfDomains: [], dkimDomains: [], resolver: nothing });
      return [domain, found === false ? domain : domainOf(found.domain)] as const;
    }),
  );
  return new Map(pairs);
}

/** A resolver that refuses further look-ups after the most that one mail may cause. */
function bounded(resolver: DnsResolver): DNSResolver {
  let lookups = 0;
  return async (name, type) => {
    lookups += 1;
    if (lookups > LOOKUPS_MAX) throw Object.assign(new Error('Too many look-ups'), { code: 'EREFUSED' });
    return (await resolver(name, type)) as string[][] | string[];
  };
}
