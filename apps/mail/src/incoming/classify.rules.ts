import type { IncomingMailType } from '@parley/contracts';
import { bounceEvidence, hasNullSender } from './bounce-evidence.rules.ts';
import { keywordOf, valueOf, valuesOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

/** Why mails of a sender are held: more than 20 in 10 minutes, 5 with an equal body, or more than 50 servers on the way. */
export type Flood = 'sender_rate' | 'equal_bodies' | 'received_fields';

export interface Classification {
  readonly class: IncomingMailType;
  /** The signal that decided, as it is stored with the mail. */
  readonly reason: string;
  /** Not null: the mail is held in quarantine, whatever its class. */
  readonly flood: Flood | null;
}

/** What is known of a mail beside its content. */
export interface MailContext {
  /** The sender of the envelope (RFC 5321 section 4.4); empty for the null reverse-path, null where only headers are known. */
  readonly envelopeSender: string | null;
  /** Its Message-ID, or the id of {@link loopIds}, is one of a mail that this tenant has sent. */
  readonly isOwnId: boolean;
  /** The owner of the mailbox whose address From is; null for an address of nobody in this installation. */
  readonly fromOwner: 'this_workspace' | 'other_workspace' | null;
  /** It was found in the folder of sent mails of the mailbox, in which its people put their own. */
  readonly isSentFolder: boolean;
  /** The address of From is on the list of forwarders of the mailbox: a form that sends from the mailbox's own address may be. */
  readonly isTrustedForwarder: boolean;
  readonly counts: FloodCounts;
}

/** Mails of the same sender to the mailbox in the last 10 minutes, this one included. */
export interface FloodCounts {
  readonly fromSender: number;
  readonly withEqualBody: number;
}

const FROM_SENDER_MAX = 20;
const EQUAL_BODIES = 5;
const RECEIVED_MAX = 50;

/** The field of outgoing mails with the random part of their Message-ID, see `compose`. */
const LOOP_FIELD = 'x-parley-id';
const RANDOM_PART = /^[0-9a-hjkmnp-tv-z]{26}$/;

type Rule = (mail: ReadMail, context: MailContext) => string | null;

/** The strongest signal is first. */
const RULES: readonly (readonly [IncomingMailType, Rule])[] = [
  ['own_copy', ownCopy],
  ['bounce', ({ reports }) => (reports.deliveryStatus === null ? null : 'delivery_status')],
  ['complaint', ({ reports }) => (reports.feedback === null ? null : 'feedback_report')],
  ['receipt', ({ reports }) => (reports.disposition === null ? null : 'disposition_notification')],
  ['bounce', (mail, { envelopeSender }) => bounceEvidence(mail, envelopeSender)],
  ['automatic', automatic],
  ['bulk', bulk],
];

/**
 * The class of a mail by its strongest signal. A mail from a mailbox of another workspace of the installation is one of a customer. A mail
 * in the folder of sent mails is never automatic or bulk: a person of the workspace has written it, elsewhere.
 */
export function classify(mail: ReadMail, context: MailContext): Classification {
  const flood = floodOf(mail, context.counts);
  for (const [name, rule] of RULES) {
    const reason = rule(mail, context);
    if (reason !== null) return { class: name, reason, flood };
    if (name === 'own_copy' && context.isSentFolder)
      return { class: 'ordinary', reason: 'sent_folder', flood: null };
  }
  return { class: 'ordinary', reason: 'no_signal', flood };
}

/** Whether a mail of the class reopens its conversation and makes it wait for an answer. That of a machine does not. */
export const affectsActivity = (name: IncomingMailType) => name === 'ordinary' || name === 'bulk';

/** Whether a mail of the class is a message in a conversation; others are recorded, matched with what they are about, or ignored. */
export const isMessage = (name: IncomingMailType) => affectsActivity(name) || name === 'automatic';

/**
 * The ids that the loop header may stand for, at each domain from which the tenant sends: a provider that replaces the Message-ID leaves
 * the header. Empty without one.
 */
export function loopIds(mail: Pick<ReadMail, 'headers'>, domains: readonly string[]): readonly string[] {
  const part = valueOf(mail.headers, LOOP_FIELD);
  if (part === null || !RANDOM_PART.test(part)) return [];
  return [...new Set(domains)].map((domain) => `<${part}@${domain}>`);
}

function ownCopy(_mail: ReadMail, { isOwnId, fromOwner, ...context }: MailContext): string | null {
  if (isOwnId) return 'own_message_id';
  if (fromOwner !== 'this_workspace' || context.isSentFolder || context.isTrustedForwarder) return null;
  return 'from_own_address';
}

/** RFC 3834 section 5, and what programs without it write. */
export function automatic(
  mail: Pick<ReadMail, 'headers'>,
  { envelopeSender }: Pick<MailContext, 'envelopeSender'>,
): string | null {
  const { headers } = mail;
  const submitted = keywordOf(headers, 'auto-submitted');
  if (submitted !== null && submitted !== 'no' && submitted !== '') return 'auto_submitted';
  const suppressed = valuesOf(headers, 'x-auto-response-suppress').join(',');
  if (/\b(?:all|oof|autoreply)\b/i.test(suppressed)) return 'x_auto_response_suppress';
  if (valueOf(headers, 'x-autoreply') !== null) return 'x_autoreply';
  if (valueOf(headers, 'x-autorespond') !== null) return 'x_autorespond';
  if (keywordOf(headers, 'precedence') === 'auto_reply') return 'precedence_auto_reply';
  // Only notifications have no sender in the envelope, and none of them may be answered.
  return hasNullSender(mail, envelopeSender) ? 'null_sender' : null;
}

function bulk({ headers }: ReadMail): string | null {
  if (valueOf(headers, 'list-id') !== null) return 'list_id';
  if (valueOf(headers, 'list-unsubscribe') !== null) return 'list_unsubscribe';
  const precedence = keywordOf(headers, 'precedence');
  return precedence === 'bulk' || precedence === 'list' || precedence === 'junk'
    ? `precedence_${precedence}`
    : null;
}

function floodOf({ headers }: ReadMail, { fromSender, withEqualBody }: FloodCounts): Flood | null {
  if (headers.filter(({ name }) => name === 'received').length > RECEIVED_MAX) return 'received_fields';
  if (fromSender > FROM_SENDER_MAX) return 'sender_rate';
  return withEqualBody >= EQUAL_BODIES ? 'equal_bodies' : null;
}
