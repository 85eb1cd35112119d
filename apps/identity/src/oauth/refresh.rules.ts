import type { Scope } from '@parley/contracts';
import { isSubset, parseScopes } from './scope.rules.ts';

/** A refresh token and its grant, read after the grant was locked. */
export interface PresentedRefresh {
  /** Whether it belongs to the app that presents it. */
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
  /** Issue a successor. */
  | { kind: 'rotate'; scopes: readonly Scope[] }
  /** Return the same successor: the response was lost, or a concurrent request was first. */
  | { kind: 'repeat'; scopes: readonly Scope[] }
  | {
      kind: 'refuse';
      error: 'invalid_grant' | 'invalid_scope';
      description: string;
      /** The token was reused after its successor, so one of the two was stolen. */
      revokeGrant: boolean;
    };

const UNKNOWN = 'The refresh token is unknown, expired or revoked.';

/**
 * Decides on the exchange of a refresh token (reference: auth.md section 2.4). It may be repeated until its successor is
 * used, because a lost response must not sign the user out; after that its reuse is a theft.
 * @param token `undefined` for an unknown token.
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
  const scopes = request.scope === undefined ? token.granted : parseScopes(request.scope);
  if (scopes === null) return refuse('scope names a scope that does not exist.', 'invalid_scope');
  if (!isSubset(scopes, token.granted))
    return refuse('scope asks for more than was granted.', 'invalid_scope');
  return { kind: token.used ? 'repeat' : 'rotate', scopes };
}
