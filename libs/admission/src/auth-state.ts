import type { TokenRecord } from '@parley/contracts';
import type { KeyedRequest, TokenResult } from './auth-result.ts';
import type { RateResult } from './rate-window.ts';

export interface TokenRef {
  hash: string;
  routeTag: string;
}

/**
 * A cache miss. The result of a look-up is stored only while its lease is current: every write to the token replaces
 * the lease, so that a result that was read before the write is never stored after it.
 */
export interface CacheMiss {
  kind: 'miss';
  lease: string;
}

/** Addresses without a valid token, and OAuth clients, have separate limits. */
export type SubjectKind = 'address' | 'client';

/**
 * The state behind authentication: cached tokens, rate limit windows and reserved idempotency keys. A method resolves
 * with `null` if the state is unreachable.
 */
export interface AuthState {
  /** Checks the token, counts the request and reserves its idempotency key, in one round trip. */
  admit(
    token: TokenRef,
    request: KeyedRequest | null,
    spentMs: number,
  ): Promise<TokenResult | CacheMiss | null>;
  /** Stores the result of a look-up. `false`: its lease is not current any more. */
  fill(token: TokenRef, lease: string, record: TokenRecord): Promise<boolean | null>;
  /** Counts a request, or only reads the window. Requests beyond the limit are not counted. */
  count(kind: SubjectKind, subject: string, limit: number, counted: boolean): Promise<RateResult | null>;
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
