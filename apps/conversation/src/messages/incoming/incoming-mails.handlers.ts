import { Injectable } from '@nestjs/common';
import {
  encodeId,
  readParticipants,
  receiveForm,
  receiveMail,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { Database, type Transaction } from '@parley/persistence';
import {
  contactColumns,
  Projections,
  RecordNumbers,
  type TeamProjection,
  type UserProjection,
} from '@parley/projections';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { beginConversation } from '../../conversations/begin-conversation.ts';
import { findConversation, lockConversations } from '../../conversations/conversations.queries.ts';
import { InboxReference, teamColumns } from '../../conversations/inbox-reference.ts';
import { Attachments } from '../attachments.ts';
import { RECORDED, type Departure } from '../delivery/departure.rules.ts';
import { NewMessages, type PreparedMessage } from '../new-messages.ts';
import { mailConversation, OF_ERASED_CONTACT, recordOnce, type Origin } from './recorded-mails.ts';

type Mail = ParsedInput<typeof receiveMail>;
/** A mail, or what was written into a form, which is like a mail that begins a conversation. */
type Received = Omit<Mail, 'mailbox_id'> & Origin;
type Contact = Awaited<ReturnType<Projections['contact']>>;
/** Who has written a mail. */
type Author =
  | { readonly contact: Contact; readonly user: null }
  | { readonly contact: null; readonly user: UserProjection };

/** What a conversation begins with beside its first message. */
interface Begun {
  readonly contact: Contact;
  readonly number: number;
  /** That of the inbox. */
  readonly team: TeamProjection | null;
}

/** Mails that the mail service has read, as messages of contacts, and of users who write from their own mail. */
@Injectable()
export class IncomingMails {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly numbers: RecordNumbers,
    private readonly messages: NewMessages,
    private readonly attachments: Attachments,
    private readonly inboxes: InboxReference,
  ) {}

  @Handles(receiveMail)
  receive(ctx: TenantContext, mail: Mail) {
    return this.#receive(ctx, { ...mail, channel: 'email', tags: [] });
  }

  @Handles(receiveForm)
  async receiveForm(ctx: TenantContext, form: ParsedInput<typeof receiveForm>) {
    const { conversation_id: new_id, inbox_id, ...message } = form;
    const received = await this.#receive(ctx, {
      ...message,
      conversation: { new_id, inbox_id },
      stored_at: form.sent_at,
      channel: 'form',
      user: null,
      quoted_body: null,
      participants: [],
      attachments: [],
    });
    if (received === null) throw new Error('a conversation that was to begin has gone');
    return received;
  }

  @Handles(readParticipants)
  async readParticipants(ctx: TenantContext, { id }: ParsedInput<typeof readParticipants>) {
    const conversation = await this.db.read(ctx).one(findConversation, [uuidOf('conversation', id)]);
    if (conversation === undefined) return null;
    const { mailbox_id: mailbox, contact_email: contact, participants } = conversation;
    return {
      mailbox_id: mailbox === null ? null : encodeId('mailbox', mailbox),
      contact,
      participants: [contact ?? [], participants.map(({ address }) => address)].flat(),
    };
  }

  #receive(ctx: TenantContext, mail: Received) {
    return recordOnce(ctx, mail.id, { db: this.db, attachments: this.attachments }, async () => {
      const author = await this.#authorOf(ctx, mail);
      if (author === null) return OF_ERASED_CONTACT;
      const message = await this.#prepare(ctx, mail, author);
      const { contact } = author;
      const begun =
        'id' in mail.conversation || contact === null
          ? null
          : {
              contact,
              number: await this.numbers.next(ctx),
              team: await this.inboxes.teamOfArrival(ctx, mail.conversation.inbox_id),
            };
      const conversation = await this.db.transaction(ctx, (tx) => this.#record(tx, mail, begun, message));
      if (conversation === null) return null;
      await this.messages.confirm(ctx, message);
      return { conversation_id: conversation };
    });
  }

  /** A user who has written it is no contact: none is made of them. Null for a contact who was erased. */
  async #authorOf(ctx: TenantContext, { from, user: given, ...mail }: Received): Promise<Author | null> {
    if (given === null || !('id' in mail.conversation)) {
      const contact = await this.projections.writer(ctx, from, mail.stored_at ?? null);
      return contact === null ? null : { contact, user: null };
    }
    const user = await this.projections.user(ctx, given.id);
    // Users are deactivated, never deleted.
    if (user === undefined) throw new Error('the user who has written a mail is unknown');
    return { contact: null, user };
  }

  async #prepare(ctx: TenantContext, mail: Received, author: Author): Promise<PreparedMessage> {
    const { id, conversation, body, attachments: files, participants: joining } = mail;
    const { id: senderId, name } = author.user ?? author.contact;
    const recipient = {
      conversation_id: 'id' in conversation ? conversation.id : conversation.new_id,
      message_id: id,
    };
    return {
      id: uuidOf('message', id),
      draft: {
        body,
        ...(author.user === null ? {} : { type: mail.user?.type }),
        author: { type: author.user === null ? 'contact' : 'user' },
        external_id: null,
        send: false,
      },
      user: author.user,
      attachments: await this.attachments.attach(ctx, recipient, files),
      sender: { id: senderId, name, joining },
    };
  }

  /** Returns the conversation; null if it has gone. */
  async #record(tx: Transaction, mail: Received, begun: Begun | null, message: PreparedMessage) {
    const { conversation, mailbox_id: mailbox, email, quoted_body, sent_at: sentAt } = mail;
    const mailboxId = mailbox === null ? null : uuidOf('mailbox', mailbox);
    const sent_at = sentAt === null ? null : new Date(sentAt);
    const came: Departure = { ...RECORDED, mailbox_id: mailboxId, email, quoted_body, sent_at };
    if ('id' in conversation) {
      const [row] = await tx.lockAll(lockConversations, [[uuidOf('conversation', conversation.id)]]);
      if (row === undefined) return null;
      await this.messages.addTo(tx, row, message, came);
      return encodeId('conversation', row.id);
    }
    if (begun === null) throw new Error('a conversation that a mail begins has no contact');
    const { draft, ids } = mailConversation({ ...mail, conversation }, begun.contact.id, begun.number);
    const { team_id, team_name } = await teamColumns(tx, begun.team);
    await beginConversation(tx, this.messages, {
      draft,
      ids: { ...ids, team_id },
      names: { ...contactColumns(begun.contact), assignee_name: null, team_name },
      first: message,
      came,
    });
    return conversation.new_id;
  }
}
