import { newUuid } from '@parley/runtime/records';
import type { TenantContext } from '@parley/runtime/context';
import type { NewRow } from '@parley/persistence';
import type { TestStore } from '@parley/testing';
import { ConversationRow } from './conversations/conversation.entity.ts';
import { newConversationRow, type ConversationDraft } from './conversations/conversation.rules.ts';
import { RECORDED } from './messages/delivery/departure.rules.ts';
import { MessageRow, UNCHANGED } from './messages/message.entity.ts';

let lastNumber = 0;

/** A conversation of a contact that nobody knows. */
export function conversationRow(changes: Partial<ConversationRow> = {}): NewRow<ConversationRow> {
  const draft: ConversationDraft = {
    subject: 'Help',
    external_id: null,
    channel: 'api',
    priority: 'normal',
    tags: [],
    custom_fields: {},
  };
  const none = {
    assignee_id: null,
    team_id: null,
    inbox_id: null,
    mailbox_id: null,
    connection_id: null,
    external_key: null,
  };
  const ids = { id: newUuid(), number: (lastNumber += 1), contact_id: newUuid(), ...none };
  return { ...newConversationRow(draft, ids, new Date()), ...changes };
}

export const insertConversation = (
  { db }: TestStore,
  ctx: TenantContext,
  changes: Partial<ConversationRow> = {},
): Promise<ConversationRow> =>
  db.transaction(ctx, (tx) => tx.insert(ConversationRow, conversationRow(changes)));

/** Inserts a reply of a user whom nobody knows. */
export function insertMessage(
  { db }: TestStore,
  ctx: TenantContext,
  changes: Partial<MessageRow> & Pick<MessageRow, 'conversation_id'>,
): Promise<MessageRow> {
  const row: NewRow<MessageRow> = {
    id: newUuid(),
    conversation_id: changes.conversation_id,
    body: 'Hello',
    type: 'reply',
    author_type: 'user',
    author_id: newUuid(),
    external_id: null,
    attachments: [],
    ...RECORDED,
    merged_from: null,
    ...UNCHANGED,
    mentions: [],
  };
  return db.transaction(ctx, (tx) => tx.insert(MessageRow, { ...row, ...changes }));
}

/** The events of a record that were emitted so far, in their order. */
export const eventsOf = async (
  { database }: TestStore,
  id: string,
): Promise<Readonly<Record<string, unknown>>[]> => {
  const rows = await database.query<{ type: string; envelope: Record<string, unknown> }>(
    'select type, envelope from conversation.outbox where aggregateid = $1 order by position',
    [id],
  );
  return rows.map(({ type, envelope }) => ({ type, ...envelope }));
};
