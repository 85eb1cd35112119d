import type { Principal } from '@parley/contracts';
import type { RateWindow } from './rate-limits/rate-window.ts';

export interface Admitted {
  kind: 'admitted';
  principal: Principal;
  window: RateWindow;
  /** The reserved `Idempotency-Key`; `conflict` if another service has it. Absent if there is nothing to settle. */
  reservation?: KeyReservation | 'conflict';
}

/** 429. The principal is null if the limit of an address was exceeded. */
export interface Limited {
  kind: 'limited';
  principal: Principal | null;
  window: RateWindow;
}

export type RefusalCode = 'missing_api_key' | 'invalid_api_key' | 'token_expired';

/** 401: why a request has no principal. */
export interface Refusal {
  kind: 'refused';
  code: RefusalCode;
  /** The token was valid once. Its owner gets this answer even if the address has exceeded its limit. */
  known: boolean;
}

/** 401 with the rate limit window of the address. */
export interface Refused extends Refusal {
  window: RateWindow;
}

/** 503: the token cannot be checked. Never 401, on which clients discard their credentials. */
export interface Unavailable {
  kind: 'unavailable';
}

/** 403: the credential is limited to other addresses. */
export interface WrongAddress {
  kind: 'wrong-address';
  principal: Principal;
  window: RateWindow;
}

export type TokenResult = Admitted | Limited | Refusal | Unavailable | WrongAddress;
export type AddressResult = Refused | Limited;

/** Malformed, a refresh token, or unknown to identity. */
export const INVALID: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };
export const REVOKED: Refusal = { kind: 'refused', code: 'invalid_api_key', known: true };
export const EXPIRED: Refusal = { kind: 'refused', code: 'token_expired', known: true };
export const UNAVAILABLE: Unavailable = { kind: 'unavailable' };

/** The `Idempotency-Key` of a request, and the service whose operation it calls. */
export interface KeyedRequest {
  key: string;
  service: string;
}

/** Ends by itself if the request is neither confirmed nor released. Neither method rejects. */
export interface KeyReservation {
  /** The request succeeded: the key belongs to its service as long as the result can be replayed. */
  confirm(): void;
  /** The request failed. Once this has resolved, any request may use the key. */
  release(): Promise<void>;
}
