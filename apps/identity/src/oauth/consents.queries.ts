import { workspaceStatement } from '@parley/persistence';
import type { ConsentRequestRow } from './oauth.entities.ts';

/** Deletes the request, so that it can be answered only once, and only in its session. */
export const takeConsentRequest = workspaceStatement<
  Pick<ConsentRequestRow, 'app_id' | 'redirect_uri' | 'scopes' | 'state' | 'challenge'>
>(
  'consent_request.take',
  `delete from consent_request
    where workspace_id = $1 and id_hash = $2 and session_hash = $3 and expires_at > $4
   returning app_id, redirect_uri, scopes, state, challenge`,
);

/** A grant with at least these scopes, locked so that the user cannot disconnect the app before the new code commits. */
export const findGrantWithScopes = workspaceStatement<{ id: string }>(
  'oauth_grant.with_scopes',
  `select id from oauth_grant
    where workspace_id = $1 and user_id = $2 and app_id = $3 and scopes @> $4::text[] and revoked_at is null
      and expires_at > now()
    limit 1 for share`,
);
