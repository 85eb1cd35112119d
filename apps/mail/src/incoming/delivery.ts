import { Injectable } from '@nestjs/common';
import {
  encodeId,
  importMail,
  moveFilesOfMessage,
  receiveMail,
  uuidOf,
  type Id,
  type Input,
  type MailAddress,
  type MailAuthentication,
  type MessageEmail,
} from '@parley/contracts';
import { addressKey, mailboxKey } from '@parley/mail-text';
import type { ReadAddress, ReadMail, ShownMail } from '@parley/mail-reader';
import { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import { participantsAfter, type AuthorityDecision } from './authority.rules.ts';
import { DisplayDocuments, type Documents } from './display-documents.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { MailReading } from './mail-reading.ts';
import type { MailSender } from './sender.rules.ts';
import type { FoundThread } from './threads.ts';

/** A mail that becomes a message. */
export interface DeliverableMail {
  readonly row: IncomingMailRow;
  readonly mailbox: MailboxRow;
  readonly mail: ReadMail;
  readonly sender: MailSender;
  /** Null where nobody has asked. */
  readonly authentication: MailAuthentication | null;
  readonly decision: AuthorityDecision;
  /** The user who may have written it; the decision tells whose message it is. */
  readonly userId: Id<'user'> | null;
  readonly found: FoundThread | null;
  readonly isAutomatic: boolean;
}

/** A mail that is a message. */
export interface RecordedMail {
  /** The uuid of its conversation. */
  readonly conversationId: string;
  readonly documents: Documents;
}

/** The contact who has sent a mail was erased after it had arrived. */
export class ErasedSenderError extends Error {
  override readonly name = 'ErasedSenderError';
}

const NO_FILES = { uploads: [], isComplete: true, images: [] };

/** Hands mails over to the conversation service, which records them as messages. */
@Injectable()
export class Delivery {
  constructor(
    private readonly rpc: Rpc,
    private readonly reading: MailReading,
    private readonly documents: DisplayDocuments,
  ) {}

  /** Called again after a crash, it finds the message and the documents that it has made. Throws {@link ErasedSenderError}. */
  async deliver(ctx: TenantContext, deliverable: DeliverableMail): Promise<RecordedMail> {
    const { row, mail } = deliverable;
    const files = mail.parts.length === 0 ? NO_FILES : await this.reading.filesOf(ctx, row);
    const shown = await this.reading.shown(mail, files.images);
    const documents = await this.documents.store(ctx, row, shown);
    const message = { ...messageOf(deliverable, shown, files.isComplete), attachments: files.uploads };
    const conversationId = await this.#record(ctx, message, deliverable);
    if (conversationId !== row.new_conversation_id) await this.#moveFiles(ctx, message.id, conversationId);
    return { conversationId, documents };
  }

  async #record(ctx: TenantContext, message: Message, deliverable: DeliverableMail): Promise<string> {
    const { row, decision, found } = deliverable;
    const existing = found !== null && isAccepted(decision) ? found.match.conversationId : null;
    const received =
      existing === null
        ? null
        : await this.#receive(ctx, row, message, { id: encodeId('conversation', existing) });
    // A conversation that was deleted meanwhile is no reason to lose a mail.
    return received ?? (await this.#begin(ctx, message, deliverable));
  }

  /** The source and the documents were stored for the conversation that the mail would have begun. They are deleted with this one. */
  async #moveFiles(ctx: TenantContext, messageId: Id<'message'>, conversationId: string): Promise<void> {
    const conversation_id = encodeId('conversation', conversationId);
    await this.rpc.call(moveFilesOfMessage, ctx, { message_id: messageId, conversation_id });
  }

  async #begin(ctx: TenantContext, message: Message, { row, mailbox }: DeliverableMail): Promise<string> {
    const inbox = mailbox.inbox_id;
    // A user can only continue a conversation: one of its own would have no contact.
    const begun = await this.#receive(
      ctx,
      row,
      { ...message, user: null },
      {
        new_id: encodeId('conversation', row.new_conversation_id),
        inbox_id: inbox === null ? null : encodeId('inbox', inbox),
      },
    );
    if (begun === null) throw new Error('a conversation that was to begin has gone');
    return begun;
  }

  async #receive(
    ctx: TenantContext,
    { arrived_at: at, created_at: storedAt }: IncomingMailRow,
    message: Message,
    conversation: Input<typeof receiveMail>['conversation'],
  ): Promise<string | null> {
    const { user, participants, ...content } = message;
    const mail = { ...content, conversation, stored_at: storedAt.toISOString() };
    const received =
      at === null
        ? await this.rpc.call(receiveMail, ctx, { ...mail, user, participants })
        : await this.rpc.call(importMail, ctx, { ...mail, at: at.toISOString() });
    if (received === null) return null;
    if (received.conversation_id === null) throw new ErasedSenderError();
    return uuidOf('conversation', received.conversation_id);
  }
}

type Message = Omit<Input<typeof receiveMail>, 'conversation'>;

const isAccepted = ({ action }: AuthorityDecision): boolean =>
  action === 'accept' || action === 'accept_as_other_sender' || action === 'quarantine';

function messageOf(
  deliverable: DeliverableMail,
  { body, quotedBody }: ShownMail,
  hasAllFiles: boolean,
): Omit<Message, 'attachments'> {
  const { row, mailbox, mail, sender, decision, userId } = deliverable;
  const isOfUser = decision.author === 'user' && userId !== null;
  return {
    id: encodeId('message', row.message_id),
    mailbox_id: encodeId('mailbox', mailbox.id),
    from: { address: sender.address, name: sender.name },
    user: isOfUser ? { id: userId, type: decision.type } : null,
    body,
    quoted_body: quotedBody,
    email: emailOf(deliverable, hasAllFiles),
    participants: joiningOf(deliverable),
    sent_at: mail.date?.toISOString() ?? null,
  };
}

function emailOf(
  { mail, sender, authentication, decision, found, isAutomatic }: DeliverableMail,
  hasAllFiles: boolean,
): MessageEmail {
  return {
    direction: 'incoming',
    from: { address: sender.address, name: sender.name },
    reply_to: [...sender.replyTo],
    to: mail.to.map(addressOf),
    cc: mail.cc.map(addressOf),
    bcc: [],
    subject: mail.subject === '' ? null : mail.subject,
    has_html: mail.html !== null,
    is_automatic: isAutomatic,
    // Who begins a conversation takes part in it.
    is_participant: decision.isParticipant || found === null || !isAccepted(decision),
    is_truncated: mail.isTruncated || !hasAllFiles,
    authentication,
  };
}

const addressOf = ({ address, name }: ReadAddress): MailAddress => ({ address, name });

/** Addresses of To and Cc that take part from now on. Only a sender who is known to be who it says brings others. */
function joiningOf({ mailbox, mail, sender, decision, found }: DeliverableMail): MailAddress[] {
  const own = new Set([mailbox.address, ...mailbox.aliases].map(mailboxKey));
  const before = found?.participants ?? new Set<string>();
  const after = participantsAfter(decision, { key: sender.key }, mail, before, own);
  return [...mail.to, ...mail.cc]
    .filter(({ address }) => {
      const key = addressKey(address);
      return after.has(key) && !before.has(key) && key !== sender.key;
    })
    .map(addressOf);
}
