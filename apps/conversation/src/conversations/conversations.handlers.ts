import { Injectable } from '@nestjs/common';
import {
  ApiError,
  conversationDeleted,
  createConversation,
  deleteConversation,
  encodeId,
  findConversationsOfContact,
  getConversation,
  listConversations,
  searchConversations,
  searchableConversations,
  lookUpConversation,
  lookUpConversations,
  notFound,
  updateConversation,
  updateConversations,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import {
  contactColumns,
  Merging,
  Projections,
  RecordNumbers,
  requireActive,
  requireExisting,
} from '@parley/projections';
import { type TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { changeEach, Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { NewMessages, withinMessage } from '../messages/new-messages.ts';
import { removeOfConversation } from '../drafts/drafts.queries.ts';
import { beginConversation } from './begin-conversation.ts';
import { channelsOf } from './channels.ts';
import { connectionOf, ConversationUpdates } from './conversation-updates.ts';
import { ConversationRow } from './conversation.entity.ts';
import { toConversation } from './conversation.serializer.ts';
import * as queries from './conversations.queries.ts';
import { MERGING_CONVERSATIONS } from './merging/conversation-merging.queries.ts';

@Injectable()
export class Conversations {
  readonly #merging = new Merging(MERGING_CONVERSATIONS);

  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly numbers: RecordNumbers,
    private readonly messages: NewMessages,
    private readonly updates: ConversationUpdates,
  ) {}

  @Handles(createConversation)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createConversation>) {
    const { contact: reference, message, ...fields } = body;
    const {
      assignee_id: _assigneeId,
      team_id: _teamId,
      inbox_id: _inboxId,
      mailbox_id: mailboxId,
      connection_id,
      ...draft
    } = fields;
    // The contact is resolved last: a contact that this creates remains even if the conversation is rejected.
    const { assignee, team, inbox, mailbox } = await this.updates.references(ctx, fields);
    const id = uuidOfNewRecord(ctx);
    // The record of the context is the conversation.
    const own = { ...ctx, recordId: undefined };
    const first = message && (await this.messages.prepare(own, id, message).catch(withinMessage));
    const contact = await this.projections.contact(ctx, reference);
    const number = await this.numbers.next(ctx);
    const started = await this.db.transaction(ctx, async (tx) => {
      await requireActive(tx, assignee);
      await requireExisting(tx, team);
      const named = { mailbox_id: mailbox, connection_id: connectionOf(connection_id) };
      const channels = await channelsOf(tx, named, mailboxId === undefined ? inbox.id : null);
      const references = {
        contact_id: contact.id,
        assignee_id: assignee?.id ?? null,
        team_id: team?.id ?? null,
        inbox_id: inbox.id,
      };
      const ids = { id, number, ...references, ...channels, external_key: null };
      const names = {
        ...contactColumns(contact),
        assignee_name: assignee?.name ?? null,
        team_name: team?.name ?? null,
      };
      const { conversation } = await beginConversation(tx, this.messages, { draft, ids, names, first });
      return conversation;
    });
    if (first !== null) await this.messages.confirm(ctx, first);
    return started;
  }

  @Handles(getConversation)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getConversation>) {
    const conversation = await this.lookUp(ctx, { id: params.conversation_id });
    if (conversation === null) throw notFound('conversation');
    return conversation;
  }

  @Handles(lookUpConversation)
  async lookUp(ctx: TenantContext, { id }: ParsedInput<typeof lookUpConversation>) {
    const row = await this.db.read(ctx).one(queries.findConversation, [uuidOf('conversation', id)]);
    return row === undefined ? null : toConversation(row);
  }

  @Handles(lookUpConversations)
  async lookUpMany(ctx: TenantContext, { ids }: ParsedInput<typeof lookUpConversations>) {
    const uuids = ids.map((id) => uuidOf('conversation', id));
    return (await this.db.read(ctx).query(queries.lookUpConversationRows, [uuids])).map(toConversation);
  }

  @Handles(findConversationsOfContact)
  async findOfContact(
    ctx: TenantContext,
    { contact_id: contact, ids }: ParsedInput<typeof findConversationsOfContact>,
  ) {
    const uuids = ids.map((id) => uuidOf('conversation', id));
    const rows = await this.db.read(ctx).query(queries.findOfContact, [uuidOf('contact', contact), uuids]);
    return rows.map(({ id }) => encodeId('conversation', id));
  }

  @Handles(listConversations)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listConversations>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.conversationList, query);
    return { ...page, items: rows.map(toConversation) };
  }

  @Handles(searchConversations)
  async search(ctx: TenantContext, input: ParsedInput<typeof searchConversations>) {
    const db = this.db.read(ctx);
    const { rows, ...found } = await searchBest(db, queries.conversationList, searchableConversations, input);
    return { ...found, items: rows.map(toConversation) };
  }

  @Handles(updateConversation)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateConversation>) {
    const id = uuidOf('conversation', params.conversation_id);
    // A contact that this creates remains, so the conversation must exist.
    const own = body.contact && (await this.db.read(ctx).one(queries.findConversation, [id]));
    if (body.contact !== undefined && own === undefined) throw notFound('conversation');
    const resolved = await this.updates.resolve(ctx, body, own?.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      const before = await tx.lock(queries.lockConversations, [[id]]);
      if (before === undefined) throw notFound('conversation');
      return (await this.updates.apply(tx, before, resolved)) ?? toConversation(before);
    });
  }

  @Handles(updateConversations)
  async updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateConversations>) {
    const resolved = await this.updates.resolve(ctx, body.update).catch((error: unknown) => {
      throw error instanceof ApiError ? error.withParamPrefix('update') : error;
    });
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'conversation',
        lock: queries.lockConversations,
        survivors: MERGING_CONVERSATIONS.survivors,
        change: async (row) => (await this.updates.apply(tx, row, resolved)) !== null,
      }),
    );
  }

  @Handles(deleteConversation)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteConversation>) {
    const id = uuidOf('conversation', params.conversation_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockConversations, [[id]]);
      // A caller that has the id of a merged one does not know of all that would be deleted.
      if (row?.id !== id) throw notFound('conversation');
      const at = new Date();
      await tx.remove(ConversationRow, id);
      await tx.query(removeOfConversation, [id]);
      // Its messages follow in batches (DeletedConversations).
      await tx.query(queries.insertDeletedConversation, [id, at]);
      for (const deleted of [row, ...(await this.#merging.forget(tx, row))]) {
        await tx.query(queries.insertFormerConversation, [deleted.id, deleted.contact_id, at]);
        tx.emit(conversationDeleted, { id: encodeId('conversation', deleted.id) });
      }
    });
  }
}
