import {
  WORST_DELIVERY_FIRST,
  type DeliveryError,
  type MessageDelivery,
  type MessageDeliveryStatus,
} from '@parley/contracts';
import { isSameValue } from '@parley/runtime/records';

interface Fact {
  status: MessageDeliveryStatus;
  error: DeliveryError | null;
  /** Orders the reports of one sender: compared as text. */
  order: string;
}

/** The sending of a message, with what orders its reports. */
export interface StoredDelivery extends Fact {
  updated_at: string;
  recipients: (Fact & { address: string })[];
}

/** What a mail service or a connector says of a message: of all its recipients, or of it as a whole. */
export interface DeliveryReport extends Pick<MessageDelivery, 'status' | 'error' | 'updated_at'> {
  order: string;
  recipients?: MessageDelivery['recipients'];
}

/** Facts that follow each other; a later one is never replaced by an earlier one. A mail that is deferred waits again. */
const RANK: Readonly<Record<MessageDeliveryStatus, number>> = {
  queued: 0,
  sending: 0,
  unknown: 1,
  sent: 2,
  delivered: 3,
  cancelled: 4,
  failed: 5,
  bounced: 6,
};

const isWaiting = ({ status }: Pick<Fact, 'status'>): boolean => RANK[status] === 0;

/** The delivery of a message that waits to be sent. */
export function queued(addresses: readonly string[], at: Date): StoredDelivery {
  const fact: Fact = { status: 'queued', error: null, order: '' };
  const recipients = addresses.map((address) => ({ address, ...fact }));
  return { ...fact, updated_at: at.toISOString(), recipients };
}

/** The delivery of a message that has nobody to go to: what its contact lacks depends on the channel. */
export const withoutRecipients = (lacking: 'e-mail address' | 'phone number', at: Date): StoredDelivery => ({
  status: 'failed',
  error: {
    code: 'no_recipients',
    smtp_status: null,
    message: `The message has no recipients: the contact has no ${lacking}.`,
  },
  order: '',
  updated_at: at.toISOString(),
  recipients: [],
});

/**
 * The delivery after a report. Whatever the order in which reports arrive, and however often, the outcome is the same: of each
 * recipient the latest fact, of two bounces the first one; of the message the worst of its recipients. Addresses that the message
 * does not have, or has no more because it was redacted, are ignored.
 */
export function advance(current: StoredDelivery, report: DeliveryReport): StoredDelivery {
  const { status, error, order } = report;
  const whole: Fact = { status, error, order };
  const facts = new Map(report.recipients?.map((one) => [one.address, factOf(one, whole)]));
  const recipients = current.recipients.map((recipient) => {
    const fact = report.recipients === undefined ? whole : facts.get(recipient.address);
    return fact === undefined ? recipient : { address: recipient.address, ...later(recipient, fact) };
  });
  const summary = recipients.length === 0 ? later(current, whole) : worstOf(recipients);
  const next = { ...summary, updated_at: current.updated_at, recipients };
  return isSameDelivery(current, next) ? next : { ...next, updated_at: report.updated_at };
}

/** Whether two deliveries look alike. */
export const isSameDelivery = (one: StoredDelivery, other: StoredDelivery): boolean =>
  isSameValue(shown(one), shown(other));

/** The delivery as the API shows it. */
export function shown({ status, updated_at, error, recipients }: StoredDelivery): MessageDelivery {
  return {
    status,
    updated_at,
    error,
    recipients: recipients.map(({ address, status: own, error: why }) => ({
      address,
      status: own,
      error: why,
    })),
  };
}

/** The delivery without what names recipients, which texts of servers do. */
export const anonymous = (delivery: StoredDelivery): StoredDelivery => ({
  ...delivery,
  error: null,
  recipients: [],
});

/** Whether a message may be sent again: something of it has failed, and nothing of it is on its way. */
export function canBeResent({ status, recipients }: StoredDelivery): boolean {
  const hasFailed = ['failed', 'bounced', 'unknown', 'cancelled'].includes(status);
  return hasFailed && !recipients.some(isWaiting);
}

/** The recipients that a message has reached, as far as is known. */
export const reached = ({ recipients }: StoredDelivery): string[] =>
  recipients
    .filter(({ status }) => status === 'sent' || status === 'delivered')
    .map(({ address }) => address);

/** What a report says of a recipient: what is said of the message as a whole explains those that wait with it. */
function factOf({ status, error }: Omit<Fact, 'order'>, whole: Fact): Fact {
  const own = isWaiting({ status }) && isWaiting(whole) ? whole.status : status;
  return { status: own, error: error ?? (own === whole.status ? whole.error : null), order: whole.order };
}

/** The later of two facts, by what they say; of two that say the same the first, but of two that wait the last. */
function later({ status, error, order }: Fact, other: Fact): Fact {
  const one = { status, error, order };
  const another = { status: other.status, error: other.error, order: other.order };
  const byRank = RANK[another.status] - RANK[one.status];
  if (byRank !== 0) return byRank > 0 ? another : one;
  const isLast = another.order > one.order;
  return isLast === isWaiting(one) && another.order !== one.order ? another : one;
}

function worstOf(recipients: readonly Fact[]): Fact {
  const [first, ...others] = recipients as readonly [Fact, ...Fact[]];
  const { status, error, order } = others.reduce(worse, first);
  return { status, error, order };
}

function worse(one: Fact, other: Fact): Fact {
  const byStatus = WORST_DELIVERY_FIRST.indexOf(other.status) - WORST_DELIVERY_FIRST.indexOf(one.status);
  return byStatus < 0 || (byStatus === 0 && one.error === null) ? other : one;
}
