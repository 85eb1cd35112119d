import { PARTICIPANTS_MAX, type MailAddress, type MessageEmail } from '@parley/contracts';
import { addressKey, replySubject } from '@parley/mail-text';
import type { RowChanges } from '@parley/persistence';
import type { ConversationRow } from '../../conversations/conversation.entity.ts';
import type { ConversationWithSummaries } from '../../conversations/conversations.queries.ts';
import type { MessageRow } from '../message.entity.ts';
import { typeOf, type Draft } from '../draft.rules.ts';
import { queued, withoutRecipients } from './delivery.rules.ts';
import type { Recipients } from './reply-recipients.ts';

/** The channel through which a message leaves, and what becomes of it. */
export type Outgoing = Pick<
  MessageRow,
  'mailbox_id' | 'connection_id' | 'email' | 'delivery' | 'outgoing_number'
>;

/** What a message has of the channel through which it leaves or came. */
export type Departure = Outgoing & Pick<MessageRow, 'external_key' | 'html' | 'quoted_body' | 'sent_at'>;

const NOTHING: Outgoing = {
  mailbox_id: null,
  connection_id: null,
  email: null,
  delivery: null,
  outgoing_number: null,
};

/** The departure of a message that is recorded, not sent. */
export const RECORDED: Departure = {
  ...NOTHING,
  external_key: null,
  html: null,
  quoted_body: null,
  sent_at: null,
};

/** What only a mail that came has something to tell of. */
const OUTGOING = {
  direction: 'outgoing',
  from: null,
  reply_to: [],
  is_automatic: false,
  is_participant: true,
  is_truncated: false,
  authentication: null,
} as const satisfies Partial<MessageEmail>;

/** What of a conversation decides whether and how a message leaves. */
export type Sending = Pick<
  ConversationWithSummaries,
  | 'id'
  | 'subject'
  | 'mailbox_id'
  | 'connection_id'
  | 'external_key'
  | 'outgoing_number'
  | 'messages_count'
  | 'participants'
  | 'contact_name'
  | 'contact_email'
  | 'contact_phone'
>;

/** The channel of a message that leaves: a reply of a user, unless `send` is false, if its conversation has a channel. */
export function channelOf(
  draft: Pick<Draft, 'type' | 'author' | 'send'>,
  { mailbox_id: mailbox, connection_id: connection }: Pick<ConversationRow, 'mailbox_id' | 'connection_id'>,
): 'mailbox' | 'connection' | null {
  if (typeOf(draft) !== 'reply' || draft.author.type !== 'user' || !draft.send) return null;
  if (mailbox !== null) return 'mailbox';
  return connection === null ? null : 'connection';
}

/** The subject of a mail of a conversation: the first of its messages begins it, and the others are replies. */
export function subjectOf({ subject, messages_count: count }: Sending): string | null {
  if (subject === null) return null;
  return count === 0 ? subject : replySubject(subject);
}

/** Whom a connector writes to: by what the conversation is called in its channel; if we begin it, by the phone number of the contact. */
export function handlesOf({ external_key: key, contact_phone: phone }: Sending): string[] {
  const handle = key ?? phone;
  return handle === null ? [] : [handle];
}

/** A message that leaves through the connection of its conversation, unless it has nobody to go to. */
export function byConnection(conversation: Sending, at: Date): Outgoing {
  const handles = handlesOf(conversation);
  const delivery = handles.length === 0 ? withoutRecipients('phone number', at) : queued(handles, at);
  return { ...NOTHING, connection_id: conversation.connection_id, delivery };
}

/** A message that leaves through the mailbox of its conversation, unless it has no recipients. */
export function byMail(
  { mailbox_id, outgoing_number: last }: Sending,
  mail: Recipients & Pick<MessageEmail, 'subject' | 'has_html'>,
  at: Date,
): Outgoing {
  const email: MessageEmail = { ...OUTGOING, ...mail };
  const addresses = [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address);
  const own = { ...NOTHING, mailbox_id, email };
  return addresses.length === 0
    ? { ...own, delivery: withoutRecipients('e-mail address', at) }
    : { ...own, delivery: queued(addresses, at), outgoing_number: last + 1 };
}

/** Changes that a message which leaves by mail makes to its conversation: its number, and the participants whom it adds. */
export function changesOnSending(
  { participants, contact_email: contact }: Pick<Sending, 'participants' | 'contact_email'>,
  { email, outgoing_number: number }: Pick<Outgoing, 'email' | 'outgoing_number'>,
): RowChanges<ConversationRow> {
  if (email === null || number === null) return {};
  const joined = { participants, contact_email: contact };
  return { outgoing_number: number, ...changesOnJoining(joined, [...email.to, ...email.cc]) };
}

/** Changes that addresses make to a conversation which they take part in from now on. */
export function changesOnJoining(
  { participants, contact_email: contact }: Pick<Sending, 'participants' | 'contact_email'>,
  joining: readonly MailAddress[],
): RowChanges<ConversationRow> {
  const known = new Set(participants.map(({ address }) => addressKey(address)));
  if (contact !== null) known.add(addressKey(contact));
  const added = joining.filter(({ address }) => !known.has(addressKey(address)));
  return added.length === 0 ? {} : { participants: [...participants, ...added].slice(-PARTICIPANTS_MAX) };
}
