import { addressesIn, messageIdsIn, valueOf } from './headers.rules.ts';
import type { HeaderField, ReadMail } from '@parley/mail-reader';

/** A complaint about a mail, as providers send it (ARF, RFC 5965). */
export interface Complaint {
  /** `abuse`, `fraud`, `virus`, `not-spam`, `other` or one of later registrations; in lower case. */
  readonly feedbackType: string;
  /** Addresses of those who have complained, as far as the provider names them; of the report, else of the returned mail. */
  readonly recipients: readonly string[];
  readonly originalEnvelopeId: string | null;
  /** Ids of the mail, the most certain first. */
  readonly messageIds: readonly string[];
}

/** What became of a mail at its recipient (MDN, RFC 8098), which is no answer of theirs. */
export interface Receipt {
  /** `displayed`, `deleted`, `dispatched` or `processed`; in lower case. */
  readonly disposition: string | null;
  readonly finalRecipient: string | null;
  readonly originalMessageId: string | null;
}

const REPORT_MAX = 65_536;

/** The complaint of a mail with a feedback report (RFC 5965 section 3); null for another mail. `not-spam` is none, though it is read. */
export function complaintOf(mail: Pick<ReadMail, 'reports'>): Complaint | null {
  const { feedback, returnedHeaders } = mail.reports;
  if (feedback === null) return null;
  const fields = fieldsOf(feedback);
  const returned = returnedHeaders ?? [];
  const named = fields.filter(({ name }) => /^(?:original-rcpt-to|removal-recipient)$/.test(name));
  const recipients = named.flatMap(({ value }) => addressesIn(value));
  return {
    feedbackType: (valueOf(fields, 'feedback-type') ?? 'other').toLowerCase(),
    recipients: recipients.length > 0 ? recipients : addressesIn(valueOf(returned, 'to') ?? ''),
    originalEnvelopeId: valueOf(fields, 'original-envelope-id'),
    messageIds: messageIdsIn(valueOf(returned, 'message-id') ?? ''),
  };
}

/** Whether a complaint is against us: `not-spam` takes one back (RFC 6430), and authentication failures (RFC 6591) are for admins. */
export const isAgainstUs = ({ feedbackType }: Complaint) =>
  feedbackType !== 'not-spam' && feedbackType !== 'auth-failure' && feedbackType !== 'dmarc';

/** The receipt of a mail with a disposition notification (RFC 8098 section 3); null for another mail. */
export function receiptOf(mail: Pick<ReadMail, 'reports'>): Receipt | null {
  const { disposition } = mail.reports;
  if (disposition === null) return null;
  const fields = fieldsOf(disposition);
  const what = /;\s*([a-z]+)/i.exec(valueOf(fields, 'disposition') ?? '')?.[1];
  const [finalRecipient = null] = addressesIn(valueOf(fields, 'final-recipient') ?? '');
  const [originalMessageId = null] = messageIdsIn(valueOf(fields, 'original-message-id') ?? '');
  return { disposition: what?.toLowerCase() ?? null, finalRecipient, originalMessageId };
}

/** Fields in the form of a head, with folded lines joined. */
function fieldsOf(text: string): readonly HeaderField[] {
  const fields: { name: string; value: string }[] = [];
  for (const line of text.slice(0, REPORT_MAX).split(/\r\n|\r|\n/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last.value += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0)
      fields.push({ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() });
  }
  return fields;
}
