import type { Mailbox } from '../desk/directory.ts';
import { canSend } from '../desk/mailbox-state.ts';
import { withoutServerWords } from '../desk/server-words.ts';
import type { Message } from './messages.ts';

export type Delivery = NonNullable<Message['delivery']>;
export type DeliveryError = Delivery['error'];

/** `quiet` is what goes well by itself. */
export type Tone = 'quiet' | 'success' | 'warning' | 'danger';

export interface DeliveryWords {
  tone: Tone;
  title: string;
  /** What it means and what to do, in sentences; null where nothing is to be done. */
  advice: string | null;
}

interface Reason {
  /** The rest of a sentence that begins with what happened. */
  text: string;
  advice: string;
}

const REASONS: Readonly<Record<string, Reason>> = {
  recipient_unknown: { text: 'the address does not exist', advice: 'Send it to another address.' },
  mailbox_full: {
    text: 'the mailbox of the recipient is full',
    advice: 'Send it again later, or reach the person in another way.',
  },
  suppressed: {
    text: 'the address is blocked',
    advice: 'Send it to another address, or ask an admin to unblock this one.',
  },
  invalid_address: { text: 'the address is not valid', advice: 'Send it to another address.' },
  no_recipients: {
    text: 'it has no recipients',
    advice: 'Give the contact an e-mail address or a phone number, as its channel needs, then send it again.',
  },
  too_large: { text: 'it is too large', advice: 'Write another reply with fewer or smaller files.' },
  refused_by_policy: {
    text: 'the server refuses it by its rules, for example as spam',
    advice: 'Ask an admin to check SPF, DKIM and DMARC of the domain.',
  },
  sender_refused: { text: 'the server refuses the sender', advice: 'Ask an admin to check the mailbox.' },
  refused: { text: 'the server refuses it', advice: 'Read its answer, then send it again.' },
  expired: {
    text: 'it could not be sent in time',
    advice: 'Send it again when the mailbox and the recipient can be reached.',
  },
  no_mailbox: {
    text: 'the mailbox was deleted',
    advice: 'Give the conversation another mailbox, then send it again.',
  },
};

/** What concerns one mail or its recipient, so that it is tried again whatever the mailbox does. */
const OF_THE_MAIL = new Set(['mailbox_full', 'temporarily_refused', 'content_unavailable', 'no_reply']);

const UNKNOWN =
  'It was handed over and no answer came: it may or may not arrive. Ask the recipient before you send it again.';

const WORDS: Readonly<Record<string, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  unknown: 'Outcome unknown',
  bounced: 'Bounced',
  failed: 'Not sent',
  cancelled: 'Cancelled',
};

/** What has become of a message, or for one of its recipients. */
export function deliveryWords(status: string, error: DeliveryError): DeliveryWords {
  const title = WORDS[status] ?? status;
  if (status === 'unknown') return { tone: 'warning', title, advice: UNKNOWN };
  if (status === 'cancelled') return { tone: 'quiet', title: `${title}: not sent`, advice: null };
  if (status === 'bounced' || status === 'failed') return problem(title, error);
  if (error !== null && status === 'queued')
    return { tone: 'warning', title: `${title}: tried again`, advice: whyQueued(error) };
  return { tone: status === 'delivered' ? 'success' : 'quiet', title, advice: null };
}

/** What has become of all of a message: what it waits for may be its mailbox, which then says nothing of each mail. */
export function messageWords(
  delivery: Delivery,
  mailbox: Pick<Mailbox, 'name' | 'status' | 'status_reason'> | undefined,
): DeliveryWords {
  if (!isAlike(delivery)) return summary(delivery);
  const { status, error } = delivery;
  const isHeld = status === 'queued' && mailbox !== undefined && !canSend(mailbox);
  if (!isHeld) return deliveryWords(status, error);
  const advice =
    mailbox.status === 'disabled'
      ? 'It is sent when an admin enables the mailbox, within three days.'
      : 'It is sent when the mailbox works again, within three days.';
  return { tone: 'warning', title: `${WORDS['queued']}: ${mailbox.name} is ${mailbox.status}`, advice };
}

function problem(title: string, error: DeliveryError): DeliveryWords {
  const reason = error === null ? undefined : REASONS[error.code];
  if (reason === undefined) return { tone: 'danger', title, advice: error?.message ?? null };
  return { tone: 'danger', title: `${title}: ${reason.text}`, advice: reason.advice };
}

function whyQueued({ code, message }: NonNullable<DeliveryError>): string {
  const sentence = withoutServerWords(message);
  if (code === 'storage_full')
    return `${sentence} Ask an admin to delete files: it is sent when there is room.`;
  return OF_THE_MAIL.has(code)
    ? `${sentence} Nothing needs to be done: it is sent later.`
    : `${sentence} It is sent when the mailbox works again.`;
}

/** What became of a message whose recipients have fared differently: "Bounced for 1 of 3 recipients". */
function summary({ status, recipients }: Delivery): DeliveryWords {
  const { tone } = deliveryWords(status, null);
  const count = recipients.filter((recipient) => recipient.status === status).length;
  const title = `${WORDS[status] ?? status} for ${count} of ${recipients.length} recipients`;
  return { tone, title, advice: null };
}

/** Whether all recipients have fared alike, so that one sentence is true of them all. */
export function isAlike({ recipients: [first, ...others] }: Delivery): boolean {
  return others.every(({ status, error }) => status === first?.status && error?.code === first.error?.code);
}

/** Whether a message can be sent again: something of it has failed, and nothing is on its way. */
export function canBeResent({ status, recipients }: Delivery): boolean {
  const hasFailed = ['failed', 'bounced', 'unknown', 'cancelled'].includes(status);
  return hasFailed && !recipients.some((one) => one.status === 'queued' || one.status === 'sending');
}

/** Addresses in a sentence: "dana@example.com, kim@example.com and 3 more". */
export function addressesText(addresses: readonly string[]): string {
  const [shown, rest] = [addresses.slice(0, 2), addresses.length - 2];
  return rest <= 0 ? shown.join(' and ') : `${shown.join(', ')} and ${rest} more`;
}
