import type { MessageType, NewMessage } from '@parley/contracts';
import type { NewRow, RowChanges } from '@parley/persistence';
import { activityAfter } from '../conversations/activity.rules.ts';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { MessageRow } from './message.entity.ts';

/** Type of a new message: by default, a user's message is a reply and a contact's a comment. */
export const typeOf = ({ type, author }: NewMessage): MessageType =>
  type ?? (author.type === 'contact' ? 'comment' : 'reply');

/** Row of a new message. Ids are uuids. */
export function newMessageRow(
  draft: NewMessage,
  ids: { id: string; conversation_id: string; author_id: string },
  at: Date,
): NewRow<MessageRow> {
  const { body, author } = draft;
  return { ...ids, body, type: typeOf(draft), author_type: author.type, redacted_at: null, created_at: at };
}

/** Changes that a message makes to its conversation: its activity, and a contact's message reopens a closed one. */
export function changesOnMessage(
  row: ConversationRow,
  draft: NewMessage,
  at: Date,
): RowChanges<ConversationRow> {
  const author = draft.author.type;
  const reopens = author === 'contact' && row.status === 'closed';
  return {
    ...activityAfter(row, { type: typeOf(draft), author }, at),
    ...(reopens ? { status: 'open', closed_at: null } : {}),
  };
}
