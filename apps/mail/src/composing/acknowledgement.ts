import type { MailboxRow } from '../mailboxes/mailbox.entity.ts';
import type { OutgoingMailRow } from '../outgoing/outgoing-mail.entity.ts';
import { bodyOf } from './body.ts';
import type { ComposedMail, MailDraft } from './compose.ts';
import { newMessageId, threadHeaders } from './message-id.ts';

const SUBJECT = 'We have received your message';
const TEXT = 'Thank you for your message. We have received it and will answer it as soon as we can.';

/**
 * The draft of an acknowledgement, whose answers go to the mailbox. It has nothing that the sender has written but the Message-ID:
 * no subject, no text, and no name beside the address, since others would have us send theirs.
 */
export function acknowledgementOf(
  { mail_id: id, in_reply_to: answered, created_at: date }: OutgoingMailRow,
  { name, address, from_name: fromName, acknowledgement, signature }: MailboxRow,
  to: string,
): MailDraft {
  const messageId = id ?? newMessageId(address);
  return {
    from: { name: fromName ?? name, address },
    to: [{ name: null, address: to }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: SUBJECT,
    messageId,
    thread: threadHeaders(messageId, answered === null ? null : { messageId: answered, references: [] }),
    date,
    body: bodyOf({ text: acknowledgement.text ?? TEXT, signature }),
    attachments: [],
    automatic: 'auto-replied',
  };
}

/**
 * The null reverse-path (RFC 3834 section 3.3), to which nothing can be answered. A server at which the mailbox signs in takes mails from its
 * own account alone, so that it gets the address.
 */
export function withSender(composed: ComposedMail, { transport }: MailboxRow): ComposedMail {
  const isNull = transport.authentication === 'none' && !composed.needsSmtpUtf8;
  return isNull ? { ...composed, envelope: { ...composed.envelope, from: '' } } : composed;
}
