import type { RowChanges } from '@parley/persistence';
import type { Activity } from '../../conversations/activity.rules.ts';
import type { ConversationRow } from '../../conversations/conversation.entity.ts';

type Changed = Activity & Pick<ConversationRow, 'status' | 'closed_at'>;

/**
 * Changes that a mail of the past makes to its conversation: it counts, and is the last message if it is newer than the others. Nobody waits
 * for an answer to it, and no status moves. A conversation that was closed with its last message was imported with it, and
 * ends with the newer one.
 */
export function changesOnImport(row: Changed, at: Date): RowChanges<ConversationRow> {
  const { last_message_at: last, closed_at: closed, messages_count: count } = row;
  const isLast = last === null || last < at;
  const endsWithLast = row.status === 'closed' && closed !== null && closed.getTime() === last?.getTime();
  return {
    messages_count: count + 1,
    ...(isLast ? { last_message_at: at, last_message_by: 'contact' } : {}),
    ...(isLast && endsWithLast ? { closed_at: at } : {}),
  };
}
