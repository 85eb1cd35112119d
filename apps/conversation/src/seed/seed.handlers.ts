import { Injectable } from '@nestjs/common';
import { seedConversations, seedTicketTags, tagKey, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { Database, tenantStatement, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import {
  sampleBatch,
  sampleConversation,
  sampleTicketTags,
  type SampleConversation,
} from '@parley/sample-data';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import { RECORDED } from '../messages/delivery/departure.rules.ts';
import { MessageRow, UNCHANGED } from '../messages/message.entity.ts';
import { activityAfter, NO_ACTIVITY } from '../conversations/activity.rules.ts';
import { AWAKE, RecordNumbers, tagColumns } from '@parley/projections';
import { addTagUses } from '../tags/tag-counts.ts';
import { lockTagCounts } from '../tags/tags.queries.ts';

/** Stores the tags that no event has counted, with the lowest sequence, which any later event replaces (ADR 9). Returns new uses. */
const insertMissingUses = tenantStatement<{ key: string; uses: number }>(
  'tag_use.insert_missing',
  `with inserted as (
     insert into tag_use (workspace_id, mode, subject_kind, subject_id, sequence, tag_keys)
     select $1, $2, $3, id, '', tags from json_to_recordset($4::json) as sent(id uuid, tags text[])
     on conflict (workspace_id, mode, subject_kind, subject_id) do nothing returning tag_keys)
   select key, count(*)::int as uses from inserted, unnest(tag_keys) as key group by key`,
);

type Complete<Row> = Omit<Row, 'workspace_id' | 'mode'>;

/** Writes sample conversations without emitting events. */
@Injectable()
export class SeedConversations {
  constructor(
    private readonly db: Database,
    private readonly numbers: RecordNumbers,
  ) {}

  @Handles(seedConversations)
  async write(ctx: Context, batch: ParsedInput<typeof seedConversations>) {
    const conversations = sampleBatch(batch, sampleConversation);
    const tenant = inTenant(ctx, batch.workspace, batch.mode);
    const first = await this.numbers.next(tenant, conversations.length);
    return this.db.transaction(tenant, async (tx) => {
      const rows = conversations.map((one, nth) => toConversationRow(one, first + nth));
      const written = new Set(await tx.insertMissing(ConversationRow, rows, 'seed'));
      // An existing conversation already has its sample messages, and may have newer ones.
      const added = conversations.filter(({ id }) => written.has(id));
      const messages = await tx.insertMissing(MessageRow, added.flatMap(toMessageRows), 'seed');
      await countTags(tx, 'conversation', added);
      return { written: written.size, messages: messages.length };
    });
  }

  @Handles(seedTicketTags)
  countOfTickets(ctx: Context, batch: ParsedInput<typeof seedTicketTags>) {
    const tickets = sampleBatch(batch, sampleTicketTags).filter(({ tags }) => tags.length > 0);
    return this.db.transaction(inTenant(ctx, batch.workspace, batch.mode), async (tx) => ({
      written: await countTags(tx, 'ticket', tickets),
    }));
  }
}

function toConversationRow(conversation: SampleConversation, number: number): Complete<ConversationRow> {
  const { messages, status_at: at, ...row } = conversation;
  const { status } = row;
  return {
    ...row,
    number,
    external_id: null,
    team_id: null,
    ...AWAKE,
    inbox_id: null,
    mailbox_id: null,
    connection_id: null,
    external_key: null,
    outgoing_number: 0,
    participants: [],
    merged_ids: [],
    ...tagColumns(row.tags),
    ...messages.reduce(
      (activity, { type, user_id: user, created_at: sentAt }) =>
        activityAfter(activity, { type, author: user === null ? 'contact' : 'user' }, sentAt),
      NO_ACTIVITY,
    ),
    closed_at: status === 'closed' ? at : null,
    version: status === 'open' ? 1 : 2,
    updated_at: at,
  };
}

function toMessageRows({ id, contact_id, messages }: SampleConversation): Complete<MessageRow>[] {
  return messages.map(({ user_id: user, ...message }) => ({
    ...message,
    conversation_id: id,
    author_type: user === null ? 'contact' : 'user',
    author_id: user ?? contact_id,
    external_id: null,
    attachments: [],
    ...RECORDED,
    merged_from: null,
    ...UNCHANGED,
    mentions: [],
    version: 1,
    updated_at: message.created_at,
  }));
}

/** Counts the tags of sample tickets or conversations and returns the number of new uses. */
async function countTags(
  tx: Transaction,
  kind: 'conversation' | 'ticket',
  subjects: readonly { id: string; tags: readonly string[] }[],
): Promise<number> {
  const tagged = subjects.filter(({ tags }) => tags.length > 0);
  if (tagged.length === 0) return 0;
  const { workspaceId, mode } = tx.ctx.tenant;
  const nameOf = new Map(tagged.flatMap(({ tags }) => tags.map((name) => [tagKey(name), name])));
  const keys = tagged.map(({ id, tags }) => ({ id, tags: tags.map(tagKey) }));
  await tx.system(lockTagCounts, [[`${workspaceId}/${mode}`]]);
  const added = await tx.query(insertMissingUses, [kind, JSON.stringify(keys)]);
  const addedAt = new Date().toISOString();
  await addTagUses(
    tx,
    new Map(added.map(({ key, uses }) => [key, { name: nameOf.get(key) ?? key, by: uses, addedAt }])),
  );
  return added.reduce((sum, { uses }) => sum + uses, 0);
}
