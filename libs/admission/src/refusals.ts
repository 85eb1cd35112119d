import type { Refusal } from './admission.ts';

/** Malformed, a refresh token, or unknown to identity. */
export const NOT_OURS: Refusal = { kind: 'refused', code: 'invalid_api_key', known: false };
export const REVOKED: Refusal = { kind: 'refused', code: 'invalid_api_key', known: true };
export const EXPIRED: Refusal = { kind: 'refused', code: 'token_expired', known: true };
