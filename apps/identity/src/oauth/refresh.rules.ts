import type { Scope } from '@parley/contracts';
import { isWithin, readScopes } from './scope-list.ts';

/** A refresh token and its grant, read after the grant was locked. */
export interface PresentedRefresh {
  /** Whether it is of the app that presents it. */
  own: boolean;
  expiresAt: Date;
  /** It has been exchanged: there is a successor. */
  used: boolean;
  /** That successor has been exchanged too. */
  successorUsed: boolean;
  grantIsAlive: boolean;
  userIsActive: boolean;
  granted: readonly Scope[];
}

export type RefreshDecision =
  /** A new successor. */
  | { kind: 'rotate'; scopes: readonly Scope[] }
  /** The answer with the successor did not arrive, or a second process asked meanwhile: the same one again. */
  | { kind: 'repeat'; scopes: readonly Scope[] }
  | {
      kind: 'refuse';
      error: 'invalid_grant' | 'invalid_scope';
      description: string;
      /** Also ends the grant: who used the successor and who sent this are not the same. */
      revokeGrant: boolean;
    };

const UNKNOWN = 'The refresh token is unknown, expired or revoked.';

/**
 * What becomes of a refresh token (reference: auth.md section 2.4). It can be repeated until its successor is used,
 * because an answer that is lost must log nobody out; after that its appearance is a theft.
 * @param token `undefined` when there is none.
 */
export function decideRefresh(
  token: PresentedRefresh | undefined,
  request: { scope: string | undefined; now: Date },
): RefreshDecision {
  const refuse = (
    description: string,
    error: 'invalid_grant' | 'invalid_scope' = 'invalid_grant',
    revokeGrant = false,
  ): RefreshDecision => ({ kind: 'refuse', error, description, revokeGrant });
  if (token === undefined || !token.own || !token.grantIsAlive) return refuse(UNKNOWN);
  if (token.used && token.successorUsed)
    return refuse(
      'The refresh token was used again after its successor: all tokens of the grant are revoked.',
      'invalid_grant',
      true,
    );
  if (token.expiresAt <= request.now) return refuse(UNKNOWN);
  if (!token.userIsActive) return refuse('The user is not active any more.');
  const scopes = request.scope === undefined ? token.granted : readScopes(request.scope);
  if (scopes === null) return refuse('scope names a scope that does not exist.', 'invalid_scope');
  if (!isWithin(scopes, token.granted))
    return refuse('scope asks for more than was granted.', 'invalid_scope');
  return { kind: token.used ? 'repeat' : 'rotate', scopes };
}
