import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  conversationSplit,
  messageRedacted,
  messageSendRequested,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { uuidFor } from '@parley/runtime/records';
import { newMessageId } from '../composing/message-id.ts';
import { EXPIRE_AFTER_MS, MailConfig } from '../mail.config.ts';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { cancelled, failed, NO_MAILBOX } from './attempt.rules.ts';
import { Dispatcher } from './dispatcher.ts';
import { NOT_TRIED, OutgoingMailRow } from './outgoing-mail.entity.ts';
import {
  deleteOfConversation,
  moveReferences,
  endRetries,
  eraseRecipients,
  lockLastOfMessage,
  markErased,
} from './outgoing-mails.queries.ts';
import { storeDecision } from './results.ts';

@Injectable()
export class OutgoingMailSubscribers {
  constructor(
    private readonly config: MailConfig,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** The conversation service decides, in the transaction of the message, that it leaves. */
  @On(messageSendRequested)
  async queueMailWhenSendingIsRequested({ id, data }: EventOf<typeof messageSendRequested>, tx: Transaction) {
    const mailboxId = uuidOf('mailbox', data.mailbox_id);
    const messageId = uuidOf('message', data.id);
    const mailbox = await tx.one(findMailbox, [mailboxId]);
    const delay = mailbox?.send_delay ?? 0;
    const now = Date.now();
    // A former mail of the message whose outcome is unknown is not sent by itself any more.
    await tx.query(endRetries, [messageId]);
    const row = await tx.insert(OutgoingMailRow, {
      ...NOT_TRIED,
      // An event that comes again makes no second mail.
      id: uuidFor('outgoing_mail', uuidOf('event', id)),
      kind: 'message',
      in_reply_to: null,
      mailbox_id: mailboxId,
      conversation_id: uuidOf('conversation', data.conversation_id),
      message_id: messageId,
      number: data.number,
      due_at: new Date(now + delay * 1_000 + (this.config.MAIL_RETRY_SCHEDULE[0] ?? 0)),
      expires_at: new Date(now + EXPIRE_AFTER_MS),
      recipients: data.recipients.map((address) => ({ address, status: 'queued', error: null })),
      mail_id: mailbox === undefined ? null : newMessageId(mailbox.address),
    });
    if (mailbox === undefined) await storeDecision(tx, row, failed(row, NO_MAILBOX));
    else if (delay === 0) tx.afterCommit(() => this.dispatcher.wake());
  }

  /** What is on its way cannot be taken back, unless nothing of it was handed over yet. */
  @On(messageRedacted)
  async cancelMailWhenMessageIsRedacted({ data }: EventOf<typeof messageRedacted>, tx: Transaction) {
    const messageId = uuidOf('message', data.id);
    const mail = await tx.one(lockLastOfMessage, [messageId]);
    if (mail === undefined) return;
    await tx.query(markErased, [messageId]);
    const isPending = mail.status === 'queued' || (mail.status === 'sending' && mail.handed_over_at === null);
    if (isPending) await storeDecision(tx, mail, cancelled(mail));
    await tx.query(endRetries, [messageId]);
    await tx.query(eraseRecipients, [messageId]);
  }

  /** An answer to a mail goes to the conversation that the message of the mail is in. */
  @On(conversationSplit)
  async moveThreadsWhenConversationIsSplit({ data }: EventOf<typeof conversationSplit>, tx: Transaction) {
    const ids = data.message_ids.map((id) => uuidOf('message', id));
    const [from, into] = [uuidOf('conversation', data.id), uuidOf('conversation', data.split_into)];
    await tx.query(moveReferences, [ids, from, into]);
  }

  @On(conversationDeleted)
  async deleteMailsWhenConversationIsDeleted({ data }: EventOf<typeof conversationDeleted>, tx: Transaction) {
    await tx.query(deleteOfConversation, [uuidOf('conversation', data.id)]);
  }
}
