import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../sha256.ts';

/** SHA-256 in base64url without padding: 43 characters (RFC 7636 section 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** The error in the PKCE parameters of an authorization request, or `null`. S256 only. */
export function challengeError(challenge: string | undefined, method: string | undefined): string | null {
  if (challenge === undefined)
    return method === undefined ? null : 'code_challenge_method needs a code_challenge.';
  // The default method is "plain" (RFC 7636 section 4.3), which protects nothing.
  if (method !== 'S256') return 'code_challenge_method must be S256.';
  return CHALLENGE.test(challenge) ? null : 'code_challenge must be 43 characters of base64url.';
}

/** The error in a verifier, or `null`. One without a challenge is an error too: that may have been removed (CVE-2025-4144). */
export function verifierError(challenge: string | null, verifier: string | undefined): string | null {
  if (challenge === null)
    return verifier === undefined ? null : 'The code was not requested with a code_challenge.';
  if (verifier === undefined) return 'The code_verifier is missing.';
  const wrong = 'The code_verifier does not fit the code_challenge.';
  if (!VERIFIER.test(verifier)) return wrong;
  const expected = sha256(verifier).toString('base64url');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(challenge)) ? null : wrong;
}
