import { defineList } from '@parley/lists';
import { Selection, tenantStatement, workspaceStatement } from '@parley/persistence';
import { InboxRow } from './inbox.entity.ts';

const INBOXES = Selection.of(InboxRow);

export const findInbox = tenantStatement<InboxRow>(
  'inbox.find',
  `${INBOXES.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

/** Creates an inbox in both modes, so that test mode has the inboxes that live mode has. */
export const insertInbox = workspaceStatement<InboxRow>(
  'inbox.insert',
  `insert into inbox (workspace_id, mode, id, name, team_id, created_at, updated_at)
   select $1, mode, $2, $3, $4, $5, $5 from unnest(array['live', 'test']) mode
   returning ${INBOXES.list}`,
);

/** Works on both modes. */
export const updateInboxRows = workspaceStatement<InboxRow>(
  'inbox.update_rows',
  `update inbox set name = $3, team_id = $4, version = version + 1, updated_at = $5 where workspace_id = $1 and id = $2
   returning ${INBOXES.list}`,
);

/** Locks the inbox in both modes, so that no ticket comes in. They have the same version. */
export const lockInbox = workspaceStatement<InboxRow>(
  'inbox.lock',
  `${INBOXES.select()} where workspace_id = $1 and id = $2 order by mode for update`,
);

export const lockInboxesOfTeam = workspaceStatement<InboxRow>(
  'inbox.lock_of_team',
  `${INBOXES.select()} where workspace_id = $1 and team_id = $2 order by id, mode for update`,
);

export const findTicketOfInbox = workspaceStatement<{ id: string }>(
  'inbox.find_ticket',
  `select t.id from unnest(array['live', 'test']) m(mode)
     cross join lateral (
       select id from ticket where workspace_id = $1 and mode = m.mode and inbox_id = $2 limit 1
     ) t limit 1`,
);

/** Works on both modes. */
export const deleteInbox = workspaceStatement<never>(
  'inbox.delete_rows',
  'delete from inbox where workspace_id = $1 and id = $2',
);

export const listInboxIds = tenantStatement<{ id: string }>(
  'inbox.list_ids',
  'select id from inbox where workspace_id = $1 and mode = $2 order by id limit 1000',
);

export const inboxList = defineList<InboxRow>({
  name: 'inbox.list',
  rows: INBOXES,
  sorts: { created_at: 'created_at', name: 'name_order' },
  filters: {},
});
