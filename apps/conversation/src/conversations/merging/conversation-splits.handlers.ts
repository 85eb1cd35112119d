import { Injectable } from '@nestjs/common';
import {
  conversationAssigned,
  conversationCreated,
  conversationSplit,
  encodeId,
  notFound,
  splitConversation,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import { isDeactivated, RecordNumbers, refusedAt } from '@parley/projections';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { changeConversation } from '../change-conversation.ts';
import { ConversationRow } from '../conversation.entity.ts';
import { newConversationRow } from '../conversation.rules.ts';
import { toConversation } from '../conversation.serializer.ts';
import { lockConversations, type ConversationWithSummaries } from '../conversations.queries.ts';
import { activityNow } from './conversation-merging.rules.ts';
import {
  lockMessagesToSplit,
  readActivity,
  readActivityOfSome,
  splitMessages,
} from './conversation-merging.queries.ts';

/** Messages that get a conversation of their own. */
@Injectable()
export class ConversationSplits {
  constructor(
    private readonly db: Database,
    private readonly numbers: RecordNumbers,
  ) {}

  @Handles(splitConversation)
  async split(ctx: TenantContext, { params, body }: ParsedInput<typeof splitConversation>) {
    const messages = body.message_ids.map((id) => uuidOf('message', id));
    const ids = { id: uuidOfNewRecord(ctx), number: await this.numbers.next(ctx) };
    return this.db.transaction(ctx, async (tx) => {
      const [source] = await tx.lockAll(lockConversations, [
        [uuidOf('conversation', params.conversation_id)],
      ]);
      if (source === undefined) throw notFound('conversation');
      const found = await tx.query(lockMessagesToSplit, [source.id, messages]);
      const known = new Set(found.map(({ id }) => id));
      const missing = messages.findIndex((id) => !known.has(id));
      if (missing >= 0) throw refusedAt('message_ids', missing, 'is not a message of the conversation');
      const created = await begin(tx, source, { ...ids, subject: body.subject }, messages);
      // The search words of messages move while both conversations are in the table.
      await tx.query(splitMessages, [source.id, messages, created.id]);
      tx.emit(conversationSplit, {
        id: encodeId('conversation', source.id),
        split_into: encodeId('conversation', created.id),
        message_ids: body.message_ids,
      });
      const left = await tx.one(readActivity, [source.id]);
      if (left !== undefined)
        await changeConversation(tx, source, changedValues(source, activityNow(source, left)));
      return toConversation(created);
    });
  }
}

/** Inserts the conversation of messages that are still in another one. */
async function begin(
  tx: Transaction,
  source: ConversationWithSummaries,
  { subject = source.subject, ...ids }: { id: string; number: number; subject?: string | null | undefined },
  messages: readonly string[],
): Promise<ConversationWithSummaries> {
  const { contact_id, team_id, inbox_id, mailbox_id, connection_id, channel, priority } = source;
  const isLeft = source.assignee_id !== null && (await isDeactivated(tx, source.assignee_id));
  const assignee_id = isLeft ? null : source.assignee_id;
  const draft = { subject, external_id: null, channel, priority, tags: [], custom_fields: {} };
  const references = { contact_id, team_id, inbox_id, mailbox_id, connection_id, assignee_id };
  const empty = newConversationRow(draft, { ...ids, ...references, external_key: null }, new Date());
  const activity = await tx.one(readActivityOfSome, [source.id, messages]);
  const row = await tx.insert(ConversationRow, {
    ...empty,
    participants: source.participants,
    ...(activity && activityNow(source, activity)),
  });
  const { contact_name, contact_email, contact_phone, assignee_name, team_name } = source;
  const names = { contact_name, contact_email, contact_phone, team_name };
  const created = { ...row, ...names, assignee_name: isLeft ? null : assignee_name };
  const conversation = toConversation(created);
  tx.emit(conversationCreated, conversation);
  if (conversation.assignee !== null) tx.emit(conversationAssigned, conversation, { assignee: null });
  return created;
}
