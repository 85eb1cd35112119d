import { PRUNE_BATCH } from '@parley/kernel';
import { systemStatement, workspaceStatement } from '@parley/persistence';
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

export const pruneConsentRequests = systemStatement<{ pruned: 1 }>(
  'consent_request.prune',
  'housekeeping of all workspaces',
  `delete from consent_request where id_hash in (
     select id_hash from consent_request where expires_at < now() order by expires_at limit ${PRUNE_BATCH})
   returning 1 as pruned`,
);
