import { Injectable } from '@nestjs/common';
import {
  createMessage,
  encodeId,
  findExistingMessages,
  findMessagesOfContact,
  getMessage,
  getMessageEmail,
  listMessages,
  lookUpLastMessages,
  notFound,
  readIncomingContent,
  readOutgoingContent,
  summarizeMessages,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { findConversation, lockConversations } from '../conversations/conversations.queries.ts';
import { uuidOfReplaced } from '../drafts/draft.rules.ts';
import { removeWritten } from '../drafts/drafts.queries.ts';
import { typeOf } from './draft.rules.ts';
import { uuidsOf } from './message.rules.ts';
import { toMessage } from './message.serializer.ts';
import {
  findExisting,
  findLastMessages,
  findMessage,
  findOfContact,
  messageList,
  summarize,
} from './messages.queries.ts';
import { NewMessages } from './new-messages.ts';

@Injectable()
export class Messages {
  constructor(
    private readonly db: Database,
    private readonly messages: NewMessages,
    private readonly links: FileLinks,
    private readonly rpc: Rpc,
  ) {}

  @Handles(createMessage)
  async create(ctx: TenantContext, { params, body }: ParsedInput<typeof createMessage>) {
    const conversationId = uuidOf('conversation', params.conversation_id);
    const haveFiles = body.attachments.length > 0;
    const found = haveFiles ? await this.db.read(ctx).one(findConversation, [conversationId]) : undefined;
    if (haveFiles && found === undefined) throw notFound('conversation');
    const message = await this.messages.prepare(ctx, found?.id ?? conversationId, body);
    const created = await this.db.transaction(ctx, async (tx) => {
      const conversation = await tx.lock(lockConversations, [[conversationId]]);
      if (conversation === undefined) throw notFound('conversation');
      const draft = uuidOfReplaced(ctx, params.conversation_id, body.author.type);
      if (draft !== null) tx.write(removeWritten, [draft, typeOf(body)]);
      return this.messages.addTo(tx, conversation, message);
    });
    await this.messages.confirm(ctx, message);
    return created;
  }

  @Handles(listMessages)
  async list(ctx: TenantContext, { params, query }: ParsedInput<typeof listMessages>) {
    const db = this.db.read(ctx);
    const id = uuidOf('conversation', params.conversation_id);
    const conversation = await db.one(findConversation, [id]);
    if (conversation === undefined) throw notFound('conversation');
    const { rows, ...page } = await readPage(db, messageList, {
      ...query,
      conversation_id: encodeId('conversation', conversation.id),
    });
    const isFiltered = query.type !== undefined || query.external_id !== undefined;
    // All of them are counted as they are written, however many there are.
    const total = { total_count: conversation.messages_count, total_count_relation: 'eq' as const };
    return { ...page, ...(isFiltered ? {} : total), items: rows.map((row) => toMessage(row, this.links)) };
  }

  @Handles(lookUpLastMessages)
  async lookUpLast(ctx: TenantContext, { ids }: ParsedInput<typeof lookUpLastMessages>) {
    const uuids = ids.map((id) => uuidOf('conversation', id));
    const rows = await this.db.read(ctx).query(findLastMessages, [uuids]);
    return rows.map((row) => toMessage(row, this.links));
  }

  @Handles(getMessage)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getMessage>) {
    const row = await this.db.read(ctx).one(findMessage, uuidsOf(params));
    if (row === undefined) throw notFound('message');
    return toMessage(row, this.links);
  }

  @Handles(getMessageEmail)
  async email(ctx: TenantContext, { params }: ParsedInput<typeof getMessageEmail>) {
    const row = await this.db.read(ctx).one(findMessage, uuidsOf(params));
    if (row === undefined || row.email === null) throw notFound('message');
    const input = { message_id: params.message_id };
    if (row.email.direction === 'outgoing') return this.rpc.call(readOutgoingContent, ctx, input);
    const content = await this.rpc.call(readIncomingContent, ctx, input);
    if (content === null) throw notFound('message');
    return content;
  }

  @Handles(findExistingMessages)
  async findExisting(ctx: TenantContext, { ids }: ParsedInput<typeof findExistingMessages>) {
    const uuids = ids.map((id) => uuidOf('message', id));
    const rows = await this.db.read(ctx).query(findExisting, [uuids]);
    return rows.map((row) => encodeId('message', row.id));
  }

  @Handles(findMessagesOfContact)
  async findOfContact(
    ctx: TenantContext,
    { contact_id: contact, ids }: ParsedInput<typeof findMessagesOfContact>,
  ) {
    const uuids = ids.map((id) => uuidOf('message', id));
    const rows = await this.db.read(ctx).query(findOfContact, [uuidOf('contact', contact), uuids]);
    return rows.map((row) => encodeId('message', row.id));
  }

  @Handles(summarizeMessages)
  async summarize(ctx: TenantContext, input: ParsedInput<typeof summarizeMessages>) {
    const { conversation_id: conversation, since } = input;
    const values = [uuidOf('conversation', conversation), new Date(since)];
    const found = await this.db.read(ctx).one(summarize, values);
    if (found === undefined) return null;
    return {
      replied_at: found.replied_at?.toISOString() ?? null,
      contact_wrote_at: found.contact_wrote_at?.toISOString() ?? null,
    };
  }
}
