import { Injectable } from '@nestjs/common';
import {
  encodeId,
  invalidParameter,
  listReplyRecipients,
  messageDeliveryUpdated,
  notFound,
  readOutgoingMessage,
  resendMessage,
  updateMessageDelivery,
  uuidOf,
  type MailAddress,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import { addressKey } from '@parley/mail-text';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import {
  countOutgoing,
  findConversation,
  lockConversations,
} from '../../conversations/conversations.queries.ts';
import { changeConversation } from '../../conversations/change-conversation.ts';
import { MessageRow } from '../message.entity.ts';
import { uuidsOf } from '../message.rules.ts';
import { toMessage } from '../message.serializer.ts';
import { findOutgoing, lockMessage } from '../messages.queries.ts';
import { advanceDelivery, isLeaving, type Leaving } from './advance-delivery.ts';
import { canBeResent, reached, shown } from './delivery.rules.ts';
import {
  byConnection,
  byMail,
  changesOnSending,
  subjectOf,
  type Outgoing,
  type Sending,
} from './departure.rules.ts';
import { recipientsOf, requestSending } from './departures.ts';

type Again = NonNullable<ParsedInput<typeof resendMessage>['body']>['email'];

/** How messages leave, and what becomes of them. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly db: Database,
    private readonly links: FileLinks,
  ) {}

  @Handles(updateMessageDelivery)
  report(ctx: TenantContext, { params, body }: ParsedInput<typeof updateMessageDelivery>) {
    const { status, error } = body;
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(lockMessage, uuidsOf(params));
      if (row === undefined) throw notFound('message');
      if (row.connection_id === null || !isLeaving(row))
        throw invalidParameter('message_id', 'must be a message that leaves through a connection', 'path');
      const at = new Date().toISOString();
      const cause = error === null ? null : { ...error, smtp_status: null };
      const report = { status, error: cause, updated_at: at, order: at };
      return toMessage(await advanceDelivery(tx, row, report, this.links), this.links);
    });
  }

  @Handles(resendMessage)
  resend(ctx: TenantContext, { params, body }: ParsedInput<typeof resendMessage>) {
    const [conversationId, messageId] = uuidsOf(params);
    return this.db.transaction(ctx, async (tx) => {
      const [conversation] = await tx.lockAll(lockConversations, [[conversationId]]);
      if (conversation === undefined) throw notFound('conversation');
      const row = await tx.lock(lockMessage, [conversation.id, messageId]);
      if (row === undefined || row.redacted_at !== null) throw notFound('message');
      if (!isLeaving(row) || !canBeResent(row.delivery))
        throw invalidParameter(
          'message_id',
          'must be a message that is failed, bounced, unknown or cancelled, with no recipient for whom it is queued or sending',
          'path',
        );
      const departure = await departureAgain(tx, conversation, row, body?.email);
      const sent = await tx.update(MessageRow, row, departure);
      const changes = changesOnSending(conversation, departure);
      if ('participants' in changes) await changeConversation(tx, conversation, changes);
      else if (departure.outgoing_number !== null)
        await tx.query(countOutgoing, [conversation.id, departure.outgoing_number]);
      const message = toMessage(sent, this.links);
      tx.emit(messageDeliveryUpdated, message, { delivery: shown(row.delivery) });
      requestSending(tx, sent);
      return message;
    });
  }

  @Handles(listReplyRecipients)
  async recipients(ctx: TenantContext, { params }: ParsedInput<typeof listReplyRecipients>) {
    const db = this.db.read(ctx);
    const conversation = await db.one(findConversation, [uuidOf('conversation', params.conversation_id)]);
    if (conversation === undefined) throw notFound('conversation');
    const { mailbox_id: mailbox } = conversation;
    const { to, cc } = await recipientsOf(db, conversation);
    const mailbox_id = mailbox === null ? null : encodeId('mailbox', mailbox);
    return { mailbox_id, to, cc, subject: subjectOf(conversation) };
  }

  @Handles(readOutgoingMessage)
  async readOutgoing(ctx: TenantContext, { id }: ParsedInput<typeof readOutgoingMessage>) {
    const row = await this.db.read(ctx).one(findOutgoing, [uuidOf('message', id)]);
    if (row === undefined || row.email === null) return null;
    return {
      id,
      conversation_id: encodeId('conversation', row.conversation_id),
      author_name: row.author_name,
      text: row.body,
      html: row.html,
      email: row.email,
      attachments: row.attachments,
      created_at: row.created_at.toISOString(),
    };
  }
}

/**
 * How a message leaves once more, through what its conversation has now: to the recipients that it has not reached, or to the contact if it
 * had none, but for what `email` replaces. Throws 422.
 */
async function departureAgain(
  tx: Transaction,
  conversation: Sending,
  row: Leaving,
  email: Again,
): Promise<Outgoing> {
  const at = new Date();
  if (conversation.mailbox_id !== null) {
    const { subject = row.email?.subject ?? subjectOf(conversation), ...named } = email ?? {};
    const recipients = await recipientsOf(tx, conversation, { ...unreachedOf(row, conversation), ...named });
    return byMail(conversation, { ...recipients, subject, has_html: row.email?.has_html ?? false }, at);
  }
  if (email !== undefined)
    throw invalidParameter('email', 'may only be given for a message that leaves through a mailbox');
  if (conversation.connection_id === null)
    throw invalidParameter('message_id', 'must be of a conversation with a mailbox or a connection', 'path');
  return byConnection(conversation, at);
}

/** The recipients that a message has not reached; the contact if it had none. */
function unreachedOf({ email, delivery }: Leaving, { contact_email: contact }: Sending) {
  const done = new Set(reached(delivery).map(addressKey));
  const left = (list: readonly MailAddress[] = []) =>
    list.map(({ address }) => address).filter((address) => !done.has(addressKey(address)));
  const unreached = { to: left(email?.to), cc: left(email?.cc), bcc: left(email?.bcc) };
  const hasNobody = Object.values(unreached).flat().length === 0;
  return hasNobody && contact !== null ? { ...unreached, to: [contact] } : unreached;
}
