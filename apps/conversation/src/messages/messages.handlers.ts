import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createMessage,
  deleteMessage,
  encodeId,
  findExistingMessages,
  getMessage,
  listMessages,
  lookUpLastMessages,
  messageCreated,
  messageRedacted,
  notFound,
  summarizeMessages,
  uuidOf,
  invalidParameter,
  type Attachment,
  type StoredAttachment,
  type Id,
  type Message,
  type NewMessage,
  type ParsedInput,
} from '@parley/contracts';
import { duplicates, Projections, type UserProjection } from '@parley/projections';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { changeConversation } from '../conversations/change-conversation.ts';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import {
  findConversation,
  lockConversations,
  type ConversationWithSummaries,
} from '../conversations/conversations.queries.ts';
import { Attachments } from './attachments.ts';
import { MessageRow } from './message.entity.ts';
import { changesOnMessage, newMessageRow, uuidOfMessage, type Draft } from './message.rules.ts';
import {
  findExisting,
  findLastMessages,
  findMessage,
  lockMessage,
  messageList,
  summarize,
  type MessageWithAuthor,
} from './messages.queries.ts';
import { newUuid, versioned } from '@parley/runtime/records';

interface NewMessageDetails {
  id: string;
  user: UserProjection | null;
  attachments: StoredAttachment[];
  at: Date;
}

@Injectable()
export class Messages {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly attachments: Attachments,
    private readonly links: FileLinks,
  ) {}

  @Handles(createMessage)
  async create(ctx: TenantContext, { params, body }: ParsedInput<typeof createMessage>) {
    const { attachments: files, ...draft } = body;
    const conversationId = uuidOf('conversation', params.conversation_id);
    const user = await this.author(ctx, draft);
    const id = uuidOfMessage(ctx, files);
    const recipient = { ...params, message_id: encodeId('message', id) };
    if (files.length > 0 && (await this.db.read(ctx).one(findConversation, [conversationId])) === undefined)
      throw notFound('conversation');
    const attachments = await this.attachments.attach(ctx, recipient, files);
    const created = await this.db.transaction(ctx, async (tx) => {
      const [conversation] = await tx.lockAll(lockConversations, [[conversationId]]);
      if (conversation === undefined) throw notFound('conversation');
      const at = new Date();
      const message = await this.add(tx, conversation, draft, { id, user, attachments, at });
      const changes = changesOnMessage(conversation, draft, at);
      // The event message.created carries the activity.
      if ('status' in changes) await changeConversation(tx, conversation, changes);
      else await tx.update(ConversationRow, conversation, changes);
      return message;
    });
    await this.confirm(ctx, { id, attachments });
    return created;
  }

  @Handles(listMessages)
  async list(ctx: TenantContext, { params, query }: ParsedInput<typeof listMessages>) {
    const db = this.db.read(ctx);
    const id = uuidOf('conversation', params.conversation_id);
    const conversation = await db.one(findConversation, [id]);
    if (conversation === undefined) throw notFound('conversation');
    const { rows, ...page } = await readPage(db, messageList, { ...query, ...params });
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
    const row = await this.db.read(ctx).one(findMessage, idsOf(params));
    if (row === undefined) throw notFound('message');
    return toMessage(row, this.links);
  }

  @Handles(deleteMessage)
  redact(ctx: TenantContext, { params }: ParsedInput<typeof deleteMessage>) {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(lockMessage, idsOf(params));
      if (row === undefined || row.redacted_at !== null) throw notFound('message');
      const changes = { body: '', attachments: [], redacted_at: new Date() };
      const redacted = await tx.update(MessageRow, row, changes);
      // The file service deletes the files.
      tx.emit(messageRedacted, toMessage(redacted, this.links));
    });
  }

  @Handles(findExistingMessages)
  async findExisting(ctx: TenantContext, { ids }: ParsedInput<typeof findExistingMessages>) {
    const uuids = ids.map((id) => uuidOf('message', id));
    const rows = await this.db.read(ctx).query(findExisting, [uuids]);
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

  /** What the first message of a new conversation needs before both are committed. Throws 422 for `message`. */
  async prepareFirst(
    ctx: TenantContext,
    conversationId: string,
    { attachments: files, ...draft }: NewMessage,
  ) {
    const id = newUuid();
    const recipient = {
      conversation_id: encodeId('conversation', conversationId),
      message_id: encodeId('message', id),
    };
    try {
      const user = await this.author(ctx, draft);
      return { id, user, attachments: await this.attachments.attach(ctx, recipient, files) };
    } catch (error) {
      throw error instanceof ApiError ? error.withParamPrefix('message') : error;
    }
  }

  confirm(ctx: TenantContext, { id, attachments }: Pick<NewMessageDetails, 'id' | 'attachments'>) {
    return this.attachments.confirm(ctx, encodeId('message', id), attachments);
  }

  /** Inserts a message and emits its event; the caller changes the activity. `user`: as {@link author} resolved it. */
  async add(
    tx: Transaction,
    conversation: ConversationWithSummaries,
    draft: Draft,
    { id, user, attachments, at }: NewMessageDetails,
  ): Promise<Message> {
    const author = user ?? { id: conversation.contact_id, name: conversation.contact_name };
    const ids = { id, conversation_id: conversation.id, author_id: author.id };
    const inserted = newMessageRow(draft, ids, attachments, at);
    const row = await tx.insert(MessageRow, inserted, duplicates(draft));
    const message = toMessage({ ...row, author_name: author.name }, this.links);
    tx.emit(messageCreated, message);
    return message;
  }

  /** The author of a message: the user of the credential or another one, or null for the contact. Throws 422. */
  async author(ctx: TenantContext, { author }: Draft): Promise<UserProjection | null> {
    if (author.type === 'contact') return null;
    if (author.id !== undefined) return this.#otherAuthor(ctx, author.id);
    const id = ctx.principal?.userId;
    const user = id === undefined ? undefined : await this.projections.user(ctx, id);
    // Users are deactivated, never deleted, so every authenticated credential has one.
    if (user === undefined) throw new Error('the user of a credential is unknown');
    return user;
  }

  async #otherAuthor({ principal, ...ctx }: TenantContext, id: Id<'user'>): Promise<UserProjection> {
    // A key belongs to the workspace, and can write for all of it; other credentials act as their user.
    if (principal?.type !== 'api_key' || !principal.scopes.includes('users:write'))
      throw invalidParameter('author.id', 'may only be given by an API key with the scope users:write');
    const user = await this.projections.user(ctx, id);
    if (user === undefined) throw invalidParameter('author.id', 'is not a user of this workspace');
    return user;
  }
}

function idsOf(params: ParsedInput<typeof getMessage>['params']): [conversation: string, message: string] {
  return [uuidOf('conversation', params.conversation_id), uuidOf('message', params.message_id)];
}

function toMessage(row: MessageWithAuthor, links: FileLinks): Message {
  return versioned(row.version, {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    body: row.body,
    type: row.type,
    external_id: row.external_id,
    author:
      row.author_type === 'user'
        ? { type: 'user', id: encodeId('user', row.author_id), name: row.author_name }
        : { type: 'contact', id: encodeId('contact', row.author_id), name: row.author_name },
    attachments: attachmentsOf(row, links),
    delivery: row.delivery,
    redacted_at: row.redacted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  });
}

function attachmentsOf(row: MessageWithAuthor, links: FileLinks): Attachment[] {
  if (row.attachments.length === 0) return [];
  const tenant = { workspaceId: encodeId('workspace', row.workspace_id), mode: row.mode };
  return row.attachments.map((attachment) => ({
    ...attachment,
    url:
      attachment.deleted_at === null
        ? links.urlOf(tenant, { id: attachment.file_id, name: attachment.name })
        : null,
  }));
}
