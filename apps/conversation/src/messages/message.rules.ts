import type { NewMessage } from '@parley/contracts';
import type { NewRow, RowChanges } from '@parley/persistence';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { MessageRow } from './message.entity.ts';

/** Row of a new message. By default a user's message is a reply and a contact's a comment. Ids are uuids. */
export function newMessageRow(
  { body, type, author }: NewMessage,
  ids: { id: string; conversation_id: string; author_id: string },
  at: Date,
): NewRow<MessageRow> {
  const defaultType = author.type === 'contact' ? 'comment' : 'reply';
  return { ...ids, body, type: type ?? defaultType, author_type: author.type, created_at: at };
}

/** Changes that a message makes to its conversation: a contact's message reopens a closed one. */
export function changesOnMessage(
  row: ConversationRow,
  author: NewMessage['author'],
): RowChanges<ConversationRow> {
  return author.type === 'contact' && row.status === 'closed' ? { status: 'open', closed_at: null } : {};
}
