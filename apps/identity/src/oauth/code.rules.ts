import { verifierError } from './pkce.rules.ts';

/** A code after the conditional update that marks it as used. */
export interface PresentedCode {
  /** Whether this request used it; false if it was used or expired before, or belongs to another app. */
  taken: boolean;
  /** Whether it belongs to the app that presents it. */
  own: boolean;
  /** Whether it has been used, by this request or before. */
  used: boolean;
  redirectUri: string;
  challenge: string | null;
  userIsActive: boolean;
}

export type CodeDecision =
  | { kind: 'issue' }
  /** `revokeGrant` for a code that is presented twice, because it was stolen. */
  | { kind: 'refuse'; description: string; revokeGrant: boolean };

const UNKNOWN = 'The code is unknown, used or expired.';

/**
 * Decides on the exchange of a code (reference: auth.md section 2.4). The code is used already, whatever else is wrong
 * with the request, so that verifiers cannot be tried out.
 * @param code `undefined` for an unknown code.
 */
export function decideCode(
  code: PresentedCode | undefined,
  request: { redirectUri: string | undefined; verifier: string | undefined },
): CodeDecision {
  const refuse = (description: string, revokeGrant = false): CodeDecision => ({
    kind: 'refuse',
    description,
    revokeGrant,
  });
  if (code === undefined) return refuse(UNKNOWN);
  if (!code.taken) return refuse(UNKNOWN, code.own && code.used);
  if (request.redirectUri !== code.redirectUri)
    return refuse('redirect_uri is not the one that the code was sent to.');
  const error = verifierError(code.challenge, request.verifier);
  if (error !== null) return refuse(error);
  return code.userIsActive ? { kind: 'issue' } : refuse('The user is not active any more.');
}
