import {
  uuidOf,
  type Attachment,
  type createMessage,
  type MessageType,
  type ParsedInput,
  type Upload,
} from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import type { NewRow, RowChanges } from '@parley/persistence';
import { activityAfter } from '../conversations/activity.rules.ts';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { MessageRow } from './message.entity.ts';

export type Draft = Omit<ParsedInput<typeof createMessage>['body'], 'attachments'>;

/** Type of a new message: by default, a user's message is a reply and a contact's a comment. */
export const typeOf = ({ type, author }: Draft): MessageType =>
  type ?? (author.type === 'contact' ? 'comment' : 'reply');

/** Uuid of a new message: that of its first file, so that a call that is repeated after a crash attaches to the same message. */
export function uuidOfMessage([first]: readonly Pick<Upload, 'id'>[]): string {
  return first === undefined ? newUuid() : uuidOf('file', first.id);
}

/** Row of a new message. Ids are uuids. */
export function newMessageRow(
  draft: Draft,
  ids: { id: string; conversation_id: string; author_id: string },
  attachments: Attachment[],
  at: Date,
): NewRow<MessageRow> {
  const { body = '', author } = draft;
  const type = typeOf(draft);
  const columns = { ...ids, body, type, author_type: author.type, attachments };
  return { ...columns, delivery: null, redacted_at: null, created_at: at };
}

/** Changes that a message makes to its conversation: its activity, and a contact's message opens one that is pending or closed. */
export function changesOnMessage(row: ConversationRow, draft: Draft, at: Date): RowChanges<ConversationRow> {
  const author = draft.author.type;
  const reopens = author === 'contact' && row.status !== 'open';
  return {
    ...activityAfter(row, { type: typeOf(draft), author }, at),
    ...(reopens ? { status: 'open', closed_at: null } : {}),
  };
}
