import type { CodeRow } from './grants.queries.ts';
import type { OAuthAppRow } from './oauth.entities.ts';
import { verifierError } from './pkce.rules.ts';

/** A code after the update that marks it as used. `taken`: this request used it, in time and for its own app. */
export type PresentedCode = CodeRow & { taken: boolean };

export type CodeDecision =
  | { kind: 'issue'; code: CodeRow }
  /** `revokeGrant` for a code that is presented twice, because it was stolen. */
  | { kind: 'refuse'; description: string; revokeGrant: string | null };

const UNKNOWN = 'The code is unknown, used or expired.';

/** Decides on the exchange of a code (auth.md section 2.4), which is used up in any case: no verifiers can be tried out. */
export function decideCode(
  code: PresentedCode | undefined,
  request: {
    app: Pick<OAuthAppRow, 'id' | 'client_type'>;
    redirectUri: string | undefined;
    verifier: string | undefined;
  },
): CodeDecision {
  const refuse = (description: string, revokeGrant: string | null = null): CodeDecision => ({
    kind: 'refuse',
    description,
    revokeGrant,
  });
  if (code === undefined) return refuse(UNKNOWN);
  if (!code.taken)
    return refuse(UNKNOWN, code.app_id === request.app.id && code.used_at !== null ? code.grant_id : null);
  if (request.redirectUri !== code.redirect_uri)
    return refuse('redirect_uri is not the one that the code was sent to.');
  if (code.challenge === null && request.app.client_type === 'public')
    return refuse('A public client must request codes with a code_challenge.');
  const error = verifierError(code.challenge, request.verifier);
  if (error !== null) return refuse(error);
  return code.user_status === 'active' ? { kind: 'issue', code } : refuse('The user is not active any more.');
}
