import { encodeId, type Inbox } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { InboxRow } from './inbox.entity.ts';

/** The representation of an inbox. */
export function toInbox(row: InboxRow): Inbox {
  return versioned(row.version, {
    id: encodeId('inbox', row.id),
    name: row.name,
    team_id: row.team_id === null ? null : encodeId('team', row.team_id),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
