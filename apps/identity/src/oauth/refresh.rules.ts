import type { Scope } from '@parley/contracts';
import type { LockedGrantRow, RefreshRow } from './grants.queries.ts';
import { isSubset, parseScopes } from './scope.rules.ts';

/** A refresh token and its grant, read after the grant was locked. */
export type PresentedRefresh = RefreshRow & { grant: LockedGrantRow };

export type RefreshDecision =
  | { kind: 'rotate'; scopes: Scope[] }
  /** Return the same successor: the response was lost, or a concurrent request was first. */
  | { kind: 'repeat'; scopes: Scope[] }
  | {
      kind: 'refuse';
      error: 'invalid_grant' | 'invalid_scope';
      description: string;
      /** The token was reused after its successor, so one of the two was stolen. */
      revokeGrant: boolean;
    };

export const UNKNOWN_REFRESH_TOKEN = 'The refresh token is unknown, expired or revoked.';

/** Decides on a refresh token (auth.md section 2.4): repeatable until its successor is used, since a response may be lost. */
export function decideRefresh(
  { grant, ...token }: PresentedRefresh,
  request: { appId: string; scope: string | undefined; now: Date },
): RefreshDecision {
  const refuse = (
    description: string,
    error: 'invalid_grant' | 'invalid_scope' = 'invalid_grant',
    revokeGrant = false,
  ): RefreshDecision => ({ kind: 'refuse', error, description, revokeGrant });
  const isAlive = grant.revoked_at === null && grant.expires_at > request.now;
  const isUsed = token.encrypted_successor !== null;
  if (grant.app_id !== request.appId || !isAlive) return refuse(UNKNOWN_REFRESH_TOKEN);
  if (isUsed && token.successor_used)
    return refuse(
      'The refresh token was used again after its successor: all tokens of the grant are revoked.',
      'invalid_grant',
      true,
    );
  if (token.expires_at <= request.now) return refuse(UNKNOWN_REFRESH_TOKEN);
  if (grant.user_status !== 'active') return refuse('The user is not active any more.');
  const scopes = request.scope === undefined ? grant.scopes : parseScopes(request.scope);
  if (scopes === null) return refuse('scope names a scope that does not exist.', 'invalid_scope');
  if (!isSubset(scopes, grant.scopes))
    return refuse('scope asks for more than was granted.', 'invalid_scope');
  return { kind: isUsed ? 'repeat' : 'rotate', scopes };
}
