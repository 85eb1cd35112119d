import { verifierFault } from './pkce.rules.ts';

/** A code as the conditional update left it: whether this request is the one that used it up. */
export interface PresentedCode {
  /** Whether this request took it. False: it was used or expired before, or is of another app. */
  taken: boolean;
  /** Whether it is of the app that presents it. */
  own: boolean;
  /** Whether it has been used, now or before. */
  used: boolean;
  redirectUri: string;
  challenge: string | null;
  userIsActive: boolean;
}

export type CodeDecision =
  | { kind: 'issue' }
  /** Also ends what the code has obtained: it was presented twice, so somebody has it who should not. */
  | { kind: 'refuse'; description: string; revokeGrant: boolean };

const UNKNOWN = 'The code is unknown, used or expired.';

/**
 * What becomes of a code (reference: auth.md section 2.4). Everything is judged after the code was taken, so whatever is
 * wrong with the rest, it is used up: nobody tries verifiers.
 * @param code `undefined` when there is none.
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
  const fault = verifierFault(code.challenge, request.verifier);
  if (fault !== null) return refuse(fault);
  return code.userIsActive ? { kind: 'issue' } : refuse('The user is not active any more.');
}
