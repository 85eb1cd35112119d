import { Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  invalidParameter,
  messageCreated,
  type Attachable,
  type Id,
  type MailAddress,
  type Message,
  type StoredAttachment,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import { checkHtmlSize, ComposingError, textOf } from '@parley/mail-text';
import { duplicates, Projections, type UserProjection } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { changeConversation } from '../conversations/change-conversation.ts';
import { ConversationRow } from '../conversations/conversation.entity.ts';
import type { ConversationWithSummaries } from '../conversations/conversations.queries.ts';
import { Attachments } from './attachments.ts';
import { Mentions } from './mentions.ts';
import type { Departure } from './delivery/departure.rules.ts';
import { departureOf, requestSending } from './delivery/departures.ts';
import type { Draft } from './draft.rules.ts';
import { MessageRow } from './message.entity.ts';
import { changesOnMessage, newMessageRow, uuidOfMessage } from './message.rules.ts';
import { toMessage } from './message.serializer.ts';

/** Who has sent a mail: a contact, which need not be that of the conversation, or the user who is its author. */
export interface MailSender {
  /** Its uuid. */
  readonly id: string;
  readonly name: string | null;
  /** Addresses that take part in the conversation from now on. */
  readonly joining: readonly MailAddress[];
}

/** A message with what it refers to, as it is before the transaction that writes it. */
export interface PreparedMessage {
  readonly id: string;
  readonly draft: Draft & { body: string };
  /** The author; `null` for the contact of the conversation. */
  readonly user: UserProjection | null;
  readonly attachments: StoredAttachment[];
  /** The sender of a mail; messages of other channels are those of the contact of their conversation. */
  readonly sender?: MailSender;
}

/** Writes new messages, whichever operation makes them. */
@Injectable()
export class NewMessages {
  constructor(
    private readonly projections: Projections,
    private readonly attachments: Attachments,
    private readonly links: FileLinks,
    private readonly mentions: Mentions,
  ) {}

  /** Resolves what a message refers to, and attaches its files. Throws 403 and 422. */
  async prepare(
    ctx: TenantContext,
    conversationId: string,
    { attachments: files, ...draft }: Draft & { attachments: Attachable[] },
  ): Promise<PreparedMessage> {
    const user = await this.#author(ctx, draft);
    await this.mentions.assertActive(ctx, draft.mentions);
    const body = bodyOf(draft);
    const id = uuidOfMessage(ctx, files);
    const recipient = {
      conversation_id: encodeId('conversation', conversationId),
      message_id: encodeId('message', id),
    };
    const attachments = await this.attachments.attach(ctx, recipient, files);
    return { id, draft: { ...draft, body }, user, attachments };
  }

  /** Adds a message to a locked conversation, which gets its activity and may be reopened. Throws 422 for its `email`. */
  async addTo(
    tx: Transaction,
    conversation: ConversationWithSummaries,
    message: PreparedMessage,
    came?: Departure,
  ): Promise<Message> {
    const at = new Date();
    const departure = came ?? (await departureOf(tx, conversation, message.draft, at));
    const added = await this.add(tx, conversation, message, departure, at);
    const joining = message.sender?.joining ?? [];
    const changes = changesOnMessage(conversation, message.draft, { departure, joining }, at);
    // The event message.created carries the activity.
    if ('status' in changes || 'participants' in changes) await changeConversation(tx, conversation, changes);
    else await tx.update(ConversationRow, conversation, changes);
    return added;
  }

  /** Inserts a message and emits its events; the caller changes the conversation. */
  async add(
    tx: Transaction,
    conversation: Pick<ConversationWithSummaries, 'id' | 'contact_id' | 'contact_name'>,
    { id, draft, user, attachments, sender }: PreparedMessage,
    departure: Departure,
    at: Date,
  ): Promise<Message> {
    const author = user ?? sender ?? { id: conversation.contact_id, name: conversation.contact_name };
    const ids = { id, conversation_id: conversation.id, author_id: author.id };
    const inserted = newMessageRow(draft, ids, { attachments, departure, at });
    const unique = departure.external_key === null ? duplicates(draft) : 'external_key';
    const row = await tx.insert(MessageRow, inserted, unique);
    const message = toMessage({ ...row, author_name: author.name }, this.links);
    tx.emit(messageCreated, message);
    requestSending(tx, row);
    return message;
  }

  /** Has the attachments of a committed message kept. */
  confirm(
    ctx: TenantContext,
    { id, attachments }: Pick<PreparedMessage, 'id' | 'attachments'>,
  ): Promise<void> {
    return this.attachments.confirm(ctx, encodeId('message', id), attachments);
  }

  /** The user of the credential or another one, or null for the contact. Throws 422. */
  async #author(ctx: TenantContext, { author }: Draft): Promise<UserProjection | null> {
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

/** The text of a message, which may be given as HTML alone. Throws 422 for HTML that takes too long to read. */
function bodyOf({ body, email: { html } = {} }: Pick<Draft, 'body' | 'email'>): string {
  if (html === undefined) return body ?? '';
  try {
    if (body === undefined) return textOf(html);
    checkHtmlSize(html);
    return body;
  } catch (error) {
    if (error instanceof ComposingError) throw invalidParameter('email.html', error.message);
    throw error;
  }
}

/** Names the parameters of a message inside of the request that has it. */
export function withinMessage(error: unknown): never {
  throw error instanceof ApiError ? error.withParamPrefix('message') : error;
}
