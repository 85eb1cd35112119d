import {
  uuidOf,
  type Attachable,
  type createMessage,
  type MessageType,
  type ParsedInput,
  type StoredAttachment,
} from '@parley/contracts';
import { newUuid, uuidFor } from '@parley/runtime/records';
import type { Context } from '@parley/runtime/context';
import type { NewRow, RowChanges } from '@parley/persistence';
import { activityAfter } from '../conversations/activity.rules.ts';
import type { ConversationRow } from '../conversations/conversation.entity.ts';
import type { MessageRow } from './message.entity.ts';

export type Draft = Omit<ParsedInput<typeof createMessage>['body'], 'attachments'>;

/** Type of a new message: by default, a user's message is a reply and a contact's a comment. */
export const typeOf = ({ type, author }: Draft): MessageType =>
  type ?? (author.type === 'contact' ? 'comment' : 'reply');

/** Uuid of a new message: one with uploads has that of the first, so that a call that is repeated after a crash attaches to the same message. */
export function uuidOfMessage(
  { recordId }: Pick<Context, 'recordId'>,
  [first]: readonly Attachable[],
): string {
  if (first === undefined || typeof first === 'string') return recordId ?? newUuid();
  return recordId ?? uuidFor('message', uuidOf('file', first.id));
}

/** Row of a new message. Ids are uuids. */
export function newMessageRow(
  draft: Draft,
  ids: { id: string; conversation_id: string; author_id: string },
  attachments: StoredAttachment[],
  at: Date,
): NewRow<MessageRow> {
  const { body = '', author, external_id } = draft;
  const type = typeOf(draft);
  const columns = { ...ids, body, type, external_id, author_type: author.type, attachments };
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
