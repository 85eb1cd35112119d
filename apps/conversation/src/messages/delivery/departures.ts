import {
  invalidParameter,
  messageSendRequested,
  encodeId,
  RECIPIENTS_MAX,
  type MailAddress,
} from '@parley/contracts';
import type { TenantDatabase, Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { findOwnAddresses } from '../../mailboxes/mailboxes.queries.ts';
import type { MessageRow } from '../message.entity.ts';
import type { Draft } from '../draft.rules.ts';
import { findLastMail } from '../messages.queries.ts';
import {
  byConnection,
  byMail,
  channelOf,
  RECORDED,
  subjectOf,
  type Departure,
  type Sending,
} from './departure.rules.ts';
import {
  ownAmong,
  replyRecipients,
  type NamedRecipients,
  type Recipients,
  type ReplySituation,
} from './reply-recipients.ts';

/**
 * How a new message of a locked conversation leaves. Throws 422 for `email` of a message that does not leave by mail, and for a
 * recipient that is a mailbox of ours.
 */
export async function departureOf(
  tx: TenantDatabase<TenantContext>,
  conversation: Sending,
  draft: Draft,
  at: Date,
): Promise<Departure> {
  const channel = channelOf(draft, conversation);
  if (channel !== 'mailbox' && draft.email !== undefined)
    throw invalidParameter('email', 'may only be given for a message that leaves through a mailbox');
  if (channel === null) return RECORDED;
  if (channel === 'connection') return { ...RECORDED, ...byConnection(conversation, at) };
  const { html = null, subject = subjectOf(conversation), ...named } = draft.email ?? {};
  const recipients = await recipientsOf(tx, conversation, named);
  const mail = { ...recipients, subject, has_html: html !== null };
  return { ...RECORDED, ...byMail(conversation, mail, at), html };
}

/** The recipients of the next mail of a conversation. Throws 422 for one that is a mailbox of ours. */
export async function recipientsOf(
  db: TenantDatabase<TenantContext>,
  conversation: Sending,
  named: NamedRecipients = {},
): Promise<Recipients> {
  const [own, last] = await Promise.all([
    db.query(findOwnAddresses),
    db.one(findLastMail, [conversation.id]),
  ]);
  const ownAddresses = own.map(({ address }) => address);
  const path = ownAmong(named, ownAddresses);
  // It would be a loop.
  if (path !== undefined) throw invalidParameter(`email.${path}`, 'is a mailbox of this workspace');
  const situation: ReplySituation = {
    last: last?.email ?? null,
    isAnswered: last?.is_answered ?? false,
    contact: contactOf(conversation),
    participants: conversation.participants,
    ownAddresses,
  };
  const recipients = replyRecipients(situation, named);
  if (Object.values(recipients).flat().length > RECIPIENTS_MAX)
    throw invalidParameter('email', `must have at most ${RECIPIENTS_MAX} recipients, with those that stay`);
  return recipients;
}

/** Tells the mail service of a message that is queued to leave through a mailbox. */
export function requestSending(
  tx: Transaction,
  row: Pick<MessageRow, 'id' | 'conversation_id' | 'mailbox_id' | 'outgoing_number' | 'delivery'>,
): void {
  if (row.mailbox_id === null || row.outgoing_number === null) return;
  tx.emit(messageSendRequested, {
    id: encodeId('message', row.id),
    conversation_id: encodeId('conversation', row.conversation_id),
    mailbox_id: encodeId('mailbox', row.mailbox_id),
    number: row.outgoing_number,
    recipients: row.delivery?.recipients.map(({ address }) => address) ?? [],
  });
}

function contactOf({ contact_email: address, contact_name: name }: Sending): MailAddress | null {
  return address === null ? null : { address, name };
}
