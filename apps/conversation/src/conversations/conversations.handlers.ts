import { Injectable } from '@nestjs/common';
import {
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
  uuidOf,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import { contactColumns, Projections, requireActive } from '@parley/projections';
import { type TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { Database, type RowChanges } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { MailboxReference } from '../mailboxes/mailbox-reference.ts';
import { NewMessages, withinMessage } from '../messages/new-messages.ts';
import { beginConversation } from './begin-conversation.ts';
import { changeConversation } from './change-conversation.ts';
import { channelsOf, holdChannels, type Channels } from './channels.ts';
import { ConversationRow } from './conversation.entity.ts';
import { conversationChanges } from './conversation.rules.ts';
import { toConversation } from './conversation.serializer.ts';
import * as queries from './conversations.queries.ts';
import { InboxReference } from './inbox-reference.ts';

@Injectable()
export class Conversations {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly messages: NewMessages,
    private readonly inboxes: InboxReference,
    private readonly mailboxes: MailboxReference,
  ) {}

  @Handles(createConversation)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createConversation>) {
    const { contact: reference, message, ...fields } = body;
    const {
      assignee_id: assigneeId,
      inbox_id: inboxId,
      mailbox_id: mailboxId,
      connection_id,
      ...draft
    } = fields;
    // The contact is resolved last: a contact that this creates remains even if the conversation is rejected.
    const assignee = await this.projections.assignee(ctx, assigneeId);
    const inbox = await this.inboxes.resolve(ctx, inboxId);
    const mailbox = await this.mailboxes.resolve(ctx, mailboxId ?? null);
    const id = uuidOfNewRecord(ctx);
    // The record of the context is the conversation.
    const own = { ...ctx, recordId: undefined };
    const first = message && (await this.messages.prepare(own, id, message).catch(withinMessage));
    const contact = await this.projections.contact(ctx, reference);
    const started = await this.db.transaction(ctx, async (tx) => {
      await requireActive(tx, assignee);
      const named = { mailbox_id: mailbox, connection_id: connectionOf(connection_id) };
      const channels = await channelsOf(tx, named, mailboxId === undefined ? inbox : null);
      const references = { contact_id: contact.id, assignee_id: assignee?.id ?? null, inbox_id: inbox };
      const ids = { id, ...references, ...channels, external_key: null };
      const names = { ...contactColumns(contact), assignee_name: assignee?.name ?? null };
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
    return (await this.db.read(ctx).query(queries.findConversations, [uuids])).map(toConversation);
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
    const { contact: reference, ...fields } = body;
    const {
      assignee_id: assigneeId,
      inbox_id: inboxId,
      mailbox_id: mailboxId,
      connection_id,
      ...rest
    } = fields;
    const assignee = await this.projections.assignee(ctx, assigneeId ?? null);
    const inbox = await this.inboxes.resolve(ctx, inboxId ?? null);
    const mailbox = await this.mailboxes.resolve(ctx, mailboxId ?? null);
    // A contact that this creates remains, so the conversation must exist.
    const own = reference && (await this.db.read(ctx).one(queries.findConversation, [id]));
    if (reference !== undefined && own === undefined) throw notFound('conversation');
    const contact = reference && (await this.projections.contact(ctx, reference, own?.contact_id));
    const patch = {
      ...rest,
      ...(assigneeId === undefined ? {} : { assignee_id: assignee?.id ?? null }),
      ...(inboxId === undefined ? {} : { inbox_id: inbox }),
      ...(mailboxId === undefined ? {} : { mailbox_id: mailbox }),
      ...(connection_id === undefined ? {} : { connection_id: connectionOf(connection_id) }),
      ...(contact && { contact_id: contact.id }),
    };
    return this.db.transaction(ctx, async (tx) => {
      const before = await tx.lock(queries.lockConversations, [[id]]);
      if (before === undefined) throw notFound('conversation');
      const changes = conversationChanges(before, patch, new Date());
      if ('assignee_id' in changes) await requireActive(tx, assignee);
      await holdChannels(tx, channelsIn(changes), before);
      return changeConversation(tx, before, changes, {
        ...('assignee_id' in changes && { assignee_name: assignee?.name ?? null }),
        ...(contact && contactColumns(contact)),
      });
    });
  }

  @Handles(deleteConversation)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteConversation>) {
    const id = uuidOf('conversation', params.conversation_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockConversations, [[id]]);
      if (row === undefined) throw notFound('conversation');
      const at = new Date();
      await tx.remove(ConversationRow, id);
      // Its messages follow in batches (DeletedConversations).
      await tx.query(queries.insertDeletedConversation, [id, at]);
      await tx.query(queries.insertFormerConversation, [id, row.contact_id, at]);
      tx.emit(conversationDeleted, { id: params.conversation_id });
    });
  }
}

const connectionOf = (id: Id<'connection'> | null): string | null =>
  id === null ? null : uuidOf('connection', id);

const channelsIn = (changes: RowChanges<ConversationRow>): Partial<Channels> => ({
  ...('mailbox_id' in changes && { mailbox_id: changes.mailbox_id }),
  ...('connection_id' in changes && { connection_id: changes.connection_id }),
});
