import type { TokenRecord } from '@parley/contracts';
import type { KeyedRequest, TokenResult } from './auth-result.ts';
import type { RateResult } from './rate-limits/rate-window.ts';
import type { MinuteUsage, UsageSubject } from './usage.ts';

export interface TokenRef {
  hash: string;
  routeTag: string;
}

/** A cache miss. Every write to the token replaces the lease, so that an older look-up is never stored after it. */
export interface CacheMiss {
  kind: 'miss';
  lease: string;
}

/**
 * What is counted separately: requests of an address without a valid token (`address`) or that need no credentials
 * (`open`), to the OAuth endpoints (`oauth`), the sign-in pages (`pages`), for files (`files`) and of mail providers (`mail`), and of
 * an OAuth client (`client`).
 */
export const SUBJECT_KINDS = ['address', 'client', 'files', 'mail', 'oauth', 'open', 'pages'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Cached tokens, rate limit windows and reserved idempotency keys. A method resolves with `null` if it is unreachable. */
export interface AuthState {
  /**
   * Checks the token, counts the request and reserves its idempotency key, in one round trip.
   * @param mayLookUp `false` stores nothing about a token that is not cached, and its miss has no lease.
   * @param counted `false` only checks the token: nothing is counted, and the limit is not applied.
   */
  admit(
    token: TokenRef,
    request: KeyedRequest | null,
    mayLookUp: boolean,
    spentMs: number,
    counted: boolean,
  ): Promise<TokenResult | CacheMiss | null>;
  /** Stores the result of a look-up. `false`: its lease is not current any more. */
  fill(token: TokenRef, lease: string, record: TokenRecord): Promise<boolean | null>;
  /** Counts a request, or only reads the window. Requests beyond the limit are not counted. */
  count(kind: SubjectKind, subject: string, limit: number, counted: boolean): Promise<RateResult | null>;
  /** The requests of the last {@link USAGE_MINUTES} that {@link admit} has counted, oldest minute first. */
  usage(subject: UsageSubject): Promise<readonly MinuteUsage[] | null>;
  close(): void;
}

export const STATE_DEFAULTS = {
  windowMs: 60_000,
  /** How long a token is cached. */
  recordTtlMs: 5 * 60_000,
  unknownTtlMs: 30_000,
  /** How long an idempotency key stays reserved for a request whose outcome is never known: longer than any request. */
  reservationMs: 60_000,
  /** How long the result of a request can be replayed. */
  idempotencyTtlMs: 86_400_000,
};

/** Times in milliseconds; tests shorten them. */
export type StateOptions = Partial<typeof STATE_DEFAULTS>;

/** How long a look-up may take for its result to be stored; longer than any call between services. */
export const LEASE_MS = 30_000;
/** Longer than any look-up that started before a revocation, with a margin for clock errors. */
export const TOMBSTONE_MS = 86_400_000;
