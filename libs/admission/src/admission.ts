import type { Principal, TokenRecord } from '@parley/contracts';
import type { Window } from './window.ts';

/** The request may go on: it is counted. */
export interface Admitted {
  kind: 'admitted';
  principal: Principal;
  window: Window;
}

/** 429: the bucket is used up. `principal` is null when it was the bucket of an address, also of a token nobody knew. */
export interface Limited {
  kind: 'limited';
  principal: Principal | null;
  window: Window;
}

export type RefusalCode = 'missing_api_key' | 'invalid_api_key' | 'token_expired';

/** 401: why a request has no principal. */
export interface Refusal {
  kind: 'refused';
  code: RefusalCode;
  /** Whether the token was valid once: such a caller is told so, however many others fail from its address. */
  known: boolean;
}

/** 401 with the numbers of the address that asked. */
export interface Refused extends Refusal {
  window: Window;
}

/** 503: nobody could say what the token stands for. Never 401: clients throw credentials away on that. */
export interface Unavailable {
  kind: 'unavailable';
}

/** What becomes of a request with a token; a refused one goes on to the bucket of its address. */
export type TokenVerdict = Admitted | Limited | Refusal | Unavailable;
/** What becomes of a request without a valid token. */
export type AddressVerdict = Refused | Limited;
/** Whether an OAuth client has requests left. */
export interface ClientVerdict {
  passed: boolean;
  window: Window;
}
/** How a request ends up. */
export type Verdict = Admitted | Limited | Refused | Unavailable;

/** Decides at the edge who may pass. No method rejects: trouble behind it is a verdict of its own. */
export abstract class Authenticator {
  /**
   * Token to principal and window verdict in one step. Counts in the bucket of the token's workspace and mode, also
   * when the request turns out to be a 404. The address is where the request comes from.
   */
  abstract authenticate(token: string, address: string): Promise<TokenVerdict>;

  /**
   * Counts a request without a valid token in the bucket of its address (IPv6: of its /64). Over the limit it is
   * `limited`, unless the token is known: then the bucket only shows its numbers.
   */
  abstract limitAnonymous(address: string, refusal: Refusal): Promise<AddressVerdict>;

  /**
   * Counts a request of an OAuth client in the bucket of client and address: the endpoints at which clients authenticate
   * themselves. Whether the client exists is not known yet.
   */
  abstract limitClient(clientId: string, address: string): Promise<ClientVerdict>;

  /** The numbers of an address for an answer that counts nowhere: a preflight, a 503. */
  abstract addressWindow(address: string): Promise<Window>;
}

/**
 * The write side, called by identity after its commit and before it answers: once a method has resolved, no request
 * that starts later sees the old state. A rejection means that identity must not report success.
 */
export abstract class TokenStore {
  /** These tokens are dead; no look-up that is under way can bring them back. */
  abstract revoke(hashes: readonly string[]): Promise<void>;
  /** A token was created, or its record is known to be this. */
  abstract put(hash: string, record: TokenRecord): Promise<void>;
  /** The plan of a workspace changed. Holds from the next request, within the running window too. */
  abstract setLimit(workspaceId: string, limitPerMinute: number): Promise<void>;
  /** What these tokens stand for changed (a role, say): look them up again. */
  abstract invalidate(hashes: readonly string[]): Promise<void>;
}

/** When a credential was used, in epoch milliseconds, and from which address (IPv6: which /64). */
export interface TokenUse {
  credentialId: string;
  at: number;
  address: string;
}

/** What every form of admission needs. Times in milliseconds; tests shorten them. */
export interface AuthenticatorOptions {
  /** What a token stands for, by its hash (`lookUpToken` of identity). A rejection makes the request `unavailable`. */
  lookUp: (hash: string) => Promise<TokenRecord>;
  /** Takes a batch of uses (`recordTokenUse` of identity); a batch that it rejects is handed over again. */
  recordUse: (uses: TokenUse[]) => Promise<void>;
  /** Requests a minute without a valid token, per address (`AUTH_FAILURES_PER_MINUTE`). */
  failuresPerMinute: number;
  /** Requests a minute of an OAuth client, per address (`OAUTH_REQUESTS_PER_MINUTE`). */
  clientRequestsPerMinute?: number;
  windowMs?: number;
  /** How long a token may be served without a look-up. */
  recordTtlMs?: number;
  unknownTtlMs?: number;
  /** A credential's use is recorded at most once in this time from one address. */
  useIntervalMs?: number;
  /** How long uses are collected before they are handed over. */
  useFlushMs?: number;
}

export const ADMISSION_DEFAULTS = {
  recordTtlMs: 5 * 60_000,
  unknownTtlMs: 30_000,
  useIntervalMs: 60_000,
  useFlushMs: 5_000,
  clientRequestsPerMinute: 300,
} as const;
