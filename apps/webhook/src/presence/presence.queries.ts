import { PRESENCE_SECONDS, type Presence } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/** Users in conversations of one tenant in one answer: those that were reported last. */
const PRESENCES_MAX = 500;

export interface PresenceRow {
  conversation_id: string;
  user_id: string;
  state: Presence['state'];
  expires_at: Date;
}

/** User `$4` is in conversation `$3`, and does `$5`. */
export const savePresence = tenantStatement<PresenceRow>(
  'presence.save',
  `insert into presence (workspace_id, mode, conversation_id, user_id, state, expires_at)
   values ($1, $2, $3, $4, $5, statement_timestamp() + interval '${PRESENCE_SECONDS} seconds')
   on conflict (workspace_id, mode, conversation_id, user_id)
     do update set state = excluded.state, expires_at = excluded.expires_at
   returning conversation_id, user_id, state, expires_at`,
);

/** Those of the tenants in `$1`, a JSON array. */
export const readPresence = systemStatement<PresenceRow & { place: number }>(
  'presence.read',
  'a gateway reads those of many tenants with one query',
  `select log.place, p.conversation_id, p.user_id, p.state, p.expires_at
     from jsonb_to_recordset($1) as log(place int, workspace_id uuid, mode text)
    cross join lateral (
      select conversation_id, user_id, state, expires_at from presence
       where workspace_id = log.workspace_id and mode = log.mode and expires_at > statement_timestamp()
       order by expires_at desc limit ${PRESENCES_MAX}) p`,
);

export const prunePresence = systemStatement<never>(
  'presence.prune',
  'those of all workspaces end',
  'delete from presence where expires_at <= statement_timestamp()',
);
