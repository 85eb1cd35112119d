import { Injectable } from '@nestjs/common';
import {
  conversationMerged,
  conversationUnmerged,
  encodeId,
  lookUpInbox,
  mergeConversations,
  unmergeConversations,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import {
  isDeactivated,
  isTeamDeleted,
  Merging,
  tagColumns,
  unionOf,
  without,
  type Gained,
} from '@parley/projections';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedValues } from '@parley/runtime/records';
import { holdConnection } from '../../connections/connections.queries.ts';
import { holdMailbox } from '../../mailboxes/mailboxes.queries.ts';
import { changeConversation } from '../change-conversation.ts';
import { ConversationRow } from '../conversation.entity.ts';
import { toConversation } from '../conversation.serializer.ts';
import type { ConversationWithSummaries } from '../conversations.queries.ts';
import {
  activityNow,
  mergedActivity,
  participantsOf,
  requireMergeable,
} from './conversation-merging.rules.ts';
import {
  mergeMessages,
  MERGING_CONVERSATIONS,
  readActivity,
  unmergeMessages,
  type MergedConversation,
} from './conversation-merging.queries.ts';

/** Conversations that become one, and several again (ADR 45). */
@Injectable()
export class ConversationMerging {
  readonly #merging = new Merging<ConversationWithSummaries, Gained>(MERGING_CONVERSATIONS);

  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(mergeConversations)
  merge(ctx: TenantContext, { params, body }: ParsedInput<typeof mergeConversations>) {
    const fromIds = body.from_ids.map((id) => uuidOf('conversation', id));
    return this.db.transaction(ctx, async (tx) => {
      const id = uuidOf('conversation', params.conversation_id);
      const { survivor, others } = await this.#merging.lockToMerge(tx, id, fromIds);
      requireMergeable(survivor, others);
      const { shared, gained } = unionOf(survivor, others, await this.#merging.earlierOf(tx, survivor));
      // The search words of messages move while both conversations are in the table.
      await tx.query(mergeMessages, [fromIds, survivor.id]);
      const taken = others.map((row) => ({
        row,
        gained: gained.get(row.id) ?? { tags: [], custom_fields: {} },
      }));
      await this.#merging.take(tx, survivor, taken, new Date());
      for (const merged of others)
        tx.emit(conversationMerged, {
          id: encodeId('conversation', merged.id),
          merged_into: encodeId('conversation', survivor.id),
        });
      const changes = {
        ...shared,
        ...tagColumns(shared.tags),
        ...mergedActivity([survivor, ...others]),
        participants: participantsOf(survivor, others),
      };
      return changeConversation(tx, survivor, changedValues(survivor, changes));
    });
  }

  @Handles(unmergeConversations)
  async unmerge(ctx: TenantContext, { params, body }: ParsedInput<typeof unmergeConversations>) {
    const id = uuidOf('conversation', params.conversation_id);
    const ids = body.ids.map((one) => uuidOf('conversation', one));
    const inboxes = await this.#inboxesOf(ctx, id, ids);
    return this.db.transaction(ctx, async (tx) => {
      const found = await this.#merging.lockToUnmerge(tx, id, ids);
      const { survivor, back } = found;
      const { rows, staying } = await this.#merging.giveBack(tx, found, (one) =>
        presentValues(tx, one, inboxes),
      );
      for (const row of rows) {
        await tx.query(unmergeMessages, [survivor.id, row.id, row.merged_ids]);
        const changes = changedValues(row, activityNow(row, await activityOf(tx, row.id)));
        const own = Object.keys(changes).length === 0 ? row : await tx.update(ConversationRow, row, changes);
        tx.emit(conversationUnmerged, toConversation(own));
      }
      const shared = without(survivor, back, staying);
      const changes = {
        ...shared,
        ...tagColumns(shared.tags),
        ...activityNow(survivor, await activityOf(tx, survivor.id)),
      };
      return changeConversation(tx, survivor, changedValues(survivor, changes));
    });
  }

  /** The uuids of inboxes of merged conversations that still exist. */
  async #inboxesOf(ctx: TenantContext, id: string, ids: readonly string[]): Promise<Set<string>> {
    const db = this.db.read(ctx);
    const merged = await db.query(MERGING_CONVERSATIONS.ofSurvivor, [await this.#merging.survivorOf(db, id)]);
    const named = new Set(
      merged.filter((one) => ids.includes(one.id)).flatMap(({ record }) => record.inbox_id ?? []),
    );
    const found = new Set<string>();
    for (const inbox of named)
      if ((await this.rpc.call(lookUpInbox, ctx, { id: encodeId('inbox', inbox) })) !== null)
        found.add(inbox);
    return found;
  }
}

async function activityOf(tx: Transaction, id: string) {
  const found = await tx.one(readActivity, [id]);
  if (found === undefined) throw new Error('an aggregate has no row');
  return found;
}

/** What a conversation refers to now that it is given back. What was deleted since is null. */
async function presentValues(
  tx: Transaction,
  { record }: MergedConversation,
  inboxes: ReadonlySet<string>,
): Promise<Partial<ConversationRow>> {
  const { assignee_id: assignee, team_id: team, inbox_id: inbox, status } = record;
  const { mailbox_id: mailbox, connection_id: connection } = record;
  const isLeft = assignee !== null && status !== 'closed' && (await isDeactivated(tx, assignee));
  const hasTeam = team !== null && !(await isTeamDeleted(tx, team));
  const hasMailbox = mailbox !== null && (await tx.one(holdMailbox, [mailbox])) !== undefined;
  const hasConnection = connection !== null && (await tx.one(holdConnection, [connection])) !== undefined;
  return {
    assignee_id: isLeft ? null : assignee,
    team_id: hasTeam ? team : null,
    inbox_id: inbox !== null && inboxes.has(inbox) ? inbox : null,
    mailbox_id: hasMailbox ? mailbox : null,
    ...(hasConnection ? {} : { connection_id: null, external_key: null }),
  };
}
