import {
  WORST_DELIVERY_FIRST,
  type DeliveryError,
  type Mailbox,
  type MessageDeliveryStatus,
} from '@parley/contracts';
import { reasonOf, sendError } from '../transports/send-error.ts';
import {
  sameForAll,
  type FollowUp,
  type RecipientOutcome,
  type SendResult,
} from '../transports/transport.ts';
import type { OutgoingMailRow, Recipient } from './outgoing-mail.entity.ts';

/** Time after which a mail with an unknown outcome is sent once more, if the mailbox says so. */
const UNKNOWN_RETRY_MS = 15 * 60_000;
/** Most that a delay is longer by chance, so that many mails that were refused together do not come back together. */
const JITTER = 0.15;

export const EXPIRED: DeliveryError = {
  code: 'expired',
  smtp_status: null,
  message: 'The mail could not be sent in time.',
};

export const NO_MAILBOX: DeliveryError = {
  code: 'no_mailbox',
  smtp_status: null,
  message: 'The mailbox was deleted.',
};

type Mail = Pick<OutgoingMailRow, 'status' | 'attempts' | 'recipients' | 'error' | 'expires_at'>;

/** What becomes of a mail: the columns to store. */
export interface Decision {
  status: MessageDeliveryStatus;
  due_at: Date | null;
  attempts: number;
  error: DeliveryError | null;
  recipients: Recipient[];
}

export interface Circumstances {
  now: Date;
  random: () => number;
  /** Milliseconds before each attempt; the last one is repeated until the mail expires. */
  schedule: readonly number[];
  onUnknown: Mailbox['on_unknown'];
  /** Whether it was sent once more already because its outcome was unknown. */
  isRepeated: boolean;
}

/** What becomes of a mail without an answer. An acknowledgement is never sent twice: nobody misses one. */
export const onUnknownOf = (
  { kind }: Pick<OutgoingMailRow, 'kind'>,
  mailbox: Pick<Mailbox, 'on_unknown'> | undefined,
): Mailbox['on_unknown'] => (kind === 'acknowledgement' ? 'hold' : (mailbox?.on_unknown ?? 'hold'));

const isWaiting = ({ status }: Recipient): boolean => status === 'queued' || status === 'sending';
const isUnknown = ({ status }: Recipient): boolean => status === 'unknown';

/**
 * The recipients that an attempt is for: those that wait. Only a mail for which nobody waits is sent once more to those whose
 * outcome is unknown.
 */
export function pendingOf({ recipients }: Pick<Mail, 'recipients'>): Recipient[] {
  const waiting = recipients.filter(isWaiting);
  return waiting.length > 0 ? waiting : recipients.filter(isUnknown);
}

/**
 * What becomes of a mail after an attempt. A failure of the mailbox as a whole uses up no attempt: the mail waits for the mailbox. Of
 * several recipients each has an outcome of its own, and only those that were deferred are tried again.
 */
export function afterAttempt(mail: Mail, result: SendResult, circumstances: Circumstances): Decision {
  const { now } = circumstances;
  const pending = new Set(pendingOf(mail).map(({ address }) => address));
  if (result.mailboxFailure !== null) return waitForMailbox(mail, now, reasonOf(result.mailboxFailure));
  const recipients = mail.recipients.map((recipient) => {
    const outcome = pending.has(recipient.address) ? result.recipients.get(recipient.address) : undefined;
    return outcome === undefined ? recipient : settled(recipient, outcome);
  });
  const attempts = mail.attempts + 1;
  const wait = nextAttempt(recipients, attempts, circumstances);
  if (wait !== null && wait > mail.expires_at) return expired({ ...mail, recipients, attempts });
  const status = recipients.some(isWaiting) ? 'queued' : summaryOf(recipients);
  return { status, due_at: wait, attempts, recipients, error: errorOf(recipients) };
}

/** A mail whose mailbox failed as a whole, whose recipients are those of before; with the reason for those that wait. */
export function waitForMailbox(mail: Mail, now: Date, reason: DeliveryError | null = mail.error): Decision {
  const { recipients, attempts } = mail;
  // A mail without a message has no recipients.
  const waits = recipients.length === 0 || recipients.some(isWaiting);
  const error = waits ? reason : mail.error;
  if (now > mail.expires_at) return expired({ ...mail, error });
  return { status: waits ? 'queued' : summaryOf(recipients), due_at: now, attempts, recipients, error };
}

/** A mail whose process died. Before it was handed over nothing has happened; after that nobody knows. */
export function afterLoss(
  mail: Mail & Pick<OutgoingMailRow, 'handed_over_at'>,
  circumstances: Omit<Circumstances, 'random' | 'schedule'>,
): Decision {
  if (mail.handed_over_at === null) return waitForMailbox(mail, circumstances.now);
  const error = sendError('no_reply');
  const recipients = pendingOf(mail).map(({ address }) => address);
  const result = sameForAll(recipients, { status: 'unknown', error });
  return afterAttempt(mail, result, { ...circumstances, random: () => 0, schedule: [0] });
}

/** A mail that nothing more is done for. Recipients who may have it stay unknown. */
export function failed(mail: Pick<Mail, 'recipients' | 'attempts'>, error: DeliveryError): Decision {
  return ended(mail, (one) => ({ ...one, status: 'failed', error }), { status: 'failed', error });
}

/** A mail that is not sent any more. One that somebody has, or may have, is not cancelled for the others alone. */
export function cancelled(mail: Pick<Mail, 'recipients' | 'attempts'>): Decision {
  const cancel = (one: Recipient): Recipient => ({ ...one, status: 'cancelled', error: null });
  return ended(mail, cancel, { status: 'cancelled', error: null });
}

/** A mail that was not sent in its time, with the reason for which it was tried again. */
export const expired = (mail: Pick<Mail, 'recipients' | 'attempts' | 'error'>): Decision =>
  ended(mail, (one) => ({ ...one, status: 'failed', error: expiredAfter(one.error ?? mail.error) }), {
    status: 'failed',
    error: expiredAfter(mail.error),
  });

const expiredAfter = (last: DeliveryError | null): DeliveryError =>
  last === null
    ? EXPIRED
    : {
        ...EXPIRED,
        smtp_status: last.smtp_status,
        message: `${EXPIRED.message} The last error: ${last.message}`,
      };

/** A mail whose waiting recipients have an end, and of which nobody waits then. */
function ended(
  { recipients: before, attempts }: Pick<Mail, 'recipients' | 'attempts'>,
  end: (recipient: Recipient) => Recipient,
  ofNone: Pick<Decision, 'status' | 'error'>,
): Decision {
  const recipients = before.map((one) => (isWaiting(one) ? end(one) : one));
  const summary =
    recipients.length === 0 ? ofNone : { status: summaryOf(recipients), error: errorOf(recipients) };
  return { ...summary, due_at: null, attempts, recipients };
}

/** What follows for recipients whose mail was sent; null if nothing does. */
export function afterFollowUps(
  recipients: readonly Recipient[],
  followUps: ReadonlyMap<string, FollowUp>,
): Pick<Decision, 'status' | 'recipients' | 'error'> | null {
  const followed = recipients.map((one): Recipient => {
    const fact = one.status === 'sent' ? followUps.get(one.address) : undefined;
    return fact === undefined ? one : { ...one, ...fact };
  });
  if (followed.every((one, index) => one === recipients[index])) return null;
  const isWaiting = followed.some(({ status }) => status === 'queued');
  return {
    status: isWaiting ? 'queued' : summaryOf(followed),
    recipients: followed,
    error: errorOf(followed),
  };
}

/** The state of a mail: the worst of its recipients. */
export function summaryOf(
  recipients: readonly Pick<Recipient, 'status'>[],
  ofNone: MessageDeliveryStatus = 'failed',
): MessageDeliveryStatus {
  return WORST_DELIVERY_FIRST.find((status) => recipients.some((one) => one.status === status)) ?? ofNone;
}

/** A recipient after an attempt. A second copy that was refused says nothing of the first one. */
function settled(recipient: Recipient, outcome: RecipientOutcome): Recipient {
  if (outcome.status === 'sent') return { ...recipient, status: 'sent', error: null };
  if (isUnknown(recipient)) return recipient;
  const status = outcome.status === 'deferred' ? 'queued' : outcome.status;
  return { ...recipient, status, error: outcome.error };
}

/** When those that were deferred are tried again, or those whose outcome is unknown; null if nothing is. */
function nextAttempt(
  recipients: readonly Recipient[],
  attempts: number,
  { now, random, schedule, onUnknown, isRepeated }: Circumstances,
): Date | null {
  if (recipients.some(isWaiting)) {
    const delay = schedule[Math.min(attempts, schedule.length - 1)] ?? 0;
    return new Date(now.getTime() + delay * (1 + JITTER * random()));
  }
  const mayRepeat = onUnknown === 'retry' && !isRepeated;
  return mayRepeat && recipients.some(isUnknown) ? new Date(now.getTime() + UNKNOWN_RETRY_MS) : null;
}

/** Shown for the mail as a whole: the error of the worst recipient. */
function errorOf(recipients: readonly Recipient[]): DeliveryError | null {
  const worst = summaryOf(recipients);
  return recipients.find(({ status, error }) => status === worst && error !== null)?.error ?? null;
}
