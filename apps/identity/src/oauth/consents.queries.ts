import type { Scope } from '@parley/contracts';
import { PRUNE_BATCH } from '@parley/kernel';
import { systemStatement, workspaceStatement } from '@parley/persistence';

export const insertConsentRequest = systemStatement<never>(
  'consent_request.insert',
  'it belongs to a session, which belongs to a workspace',
  `insert into consent_request (id_hash, session_hash, app_id, redirect_uri, scopes, state, challenge, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export interface ConsentRequestRow {
  app_id: string;
  redirect_uri: string;
  scopes: Scope[];
  state: string | null;
  challenge: string | null;
}

/** Of this session only, and only once. */
export const takeConsentRequest = workspaceStatement<ConsentRequestRow>(
  'consent_request.take',
  `delete from consent_request c using login_session s
    where s.workspace_id = $1 and c.session_hash = s.id_hash and c.id_hash = $2 and c.session_hash = $3
      and c.expires_at > $4
   returning c.app_id, c.redirect_uri, c.scopes, c.state, c.challenge`,
);

export const pruneConsentRequests = systemStatement<{ pruned: 1 }>(
  'consent_request.prune',
  'housekeeping of all workspaces',
  `delete from consent_request where id_hash in (
     select id_hash from consent_request where expires_at < now() order by expires_at limit ${PRUNE_BATCH})
   returning 1 as pruned`,
);
