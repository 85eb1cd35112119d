import { inboxRenamed, inboxTeamChanged, type Inbox } from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { InboxRow } from './inbox.entity.ts';
import { toInbox } from './inbox.serializer.ts';
import { updateInboxRows } from './inboxes.queries.ts';

/** Gives an inbox its name and its team, in both modes. Nothing happens if it has them. */
export async function changeInbox(
  tx: Transaction<WorkspaceContext>,
  row: InboxRow,
  { name, team_id }: Pick<InboxRow, 'name' | 'team_id'>,
): Promise<Inbox> {
  const before = toInbox(row);
  if (name === row.name && team_id === row.team_id) return before;
  const changed = await tx.query(updateInboxRows, [row.id, name, team_id, new Date()]);
  const inbox = toInbox(changed.find(({ mode }) => mode === row.mode) ?? row);
  const { id, team_id: team } = inbox;
  if (name !== before.name) tx.emit(inboxRenamed, { id, name }, { name: before.name });
  if (team !== before.team_id) tx.emit(inboxTeamChanged, { id, team_id: team }, { team_id: before.team_id });
  return inbox;
}
