import type { NewMessage } from '@parley/contracts';
import type { NewRow, RowChanges } from '@parley/persistence';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { MessageRow } from './message.entity.ts';

/** A message as it is stored: a user's is a reply unless it says otherwise, a contact's a comment. Ids are uuids. */
export function newMessageRow(
  { body, type, author }: NewMessage,
  ids: { id: string; conversation_id: string; author_id: string },
  at: Date,
): NewRow<MessageRow> {
  const usual = author.type === 'contact' ? 'comment' : 'reply';
  return { ...ids, body, type: type ?? usual, author_type: author.type, created_at: at };
}

/** What a message changes in its conversation: a contact who writes in a closed one opens it again. */
export function changesOnMessage(
  row: ConversationRow,
  author: NewMessage['author'],
): RowChanges<ConversationRow> {
  return author.type === 'contact' && row.status === 'closed' ? { status: 'open', closed_at: null } : {};
}
