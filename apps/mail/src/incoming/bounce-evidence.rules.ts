import { localOf, valueOf, valuesOf } from './headers.rules.ts';
import type { ReadMail } from '@parley/mail-reader';

/** Local parts that nobody but a mail server writes from; the beginning of one is enough (`mailer-daemon-1`). */
const DAEMON = /^(?:mailer[-_]?daemon|mail[-_]?daemon)(?:$|[-+_.\d])/;
/** Local parts that people have too. */
const SERVER = /^(?:post[-_]?master|mailer|bounces?|mdaemon|system|administrator)(?:$|[-+_.\d])/;
/** Names that mail servers write from, whatever their address is. */
const DAEMON_NAME =
  /mail delivery (?:sub)?system|mailer[-_ ]?daemon|mail delivery service|system administrator|postmaster|delivery subsystem/i;
/** Subjects of mail servers, which a person would only write with a prefix of a reply or forward before it. */
const SUBJECT =
  /^\W{0,3}(?:undeliver(?:able|ed)|delivery (?:status notification|failure|notification|report|has failed|unsuccessful)|(?:mail|message) (?:delivery (?:failed|failure|error|system)|could not be delivered|not delivered|undeliverable|system error)|failure notice|failure delivery|returned (?:mail|message|to sender)|permanent delivery failure|non[- ]?(?:delivery|deliverable|remis)|unzustellbar|nondeliverable|email delivery failure|delivery failed|warning: (?:could not send|message|e?-?mail)|dsn:|mail failure|mail could not be delivered|unable to deliver|rejected|undelivery|your message|delayed mail|mail failed|(?:re:)? ?notice: mail)/i;

/**
 * The signal that a mail is a notification about another mail: a delivery-status part (RFC 3464, 6522), X-Failed-Recipients, MAILER-DAEMON as
 * its sender, or another mail server and either no sender in the envelope (RFC 5321 section 4.5.5) or the subject of such a mail; null without any.
 */
export function bounceEvidence(mail: ReadMail, envelopeSender: string | null): string | null {
  if (mail.reports.deliveryStatus !== null) return 'delivery_status';
  if (valueOf(mail.headers, 'x-failed-recipients') !== null) return 'x_failed_recipients';
  if (DAEMON.test(localOf(mail.from[0]?.address ?? ''))) return 'mailer_daemon';
  if (!isFromServer(mail)) return null;
  if (hasNullSender(mail, envelopeSender)) return 'null_sender_of_server';
  return SUBJECT.test(mail.subject) ? 'subject_of_server' : null;
}

/** Whether the envelope, or the Return-Path that the last server wrote, is the null reverse-path (RFC 5321 section 4.5.5). */
export function hasNullSender(mail: Pick<ReadMail, 'headers'>, envelopeSender: string | null): boolean {
  if (envelopeSender !== null) return envelopeSender === '';
  return /^<\s*>$/.test(valueOf(mail.headers, 'return-path') ?? '');
}

/** Whether a mail server is the sender by its address or its name. */
function isFromServer({ from, headers }: ReadMail): boolean {
  const [first] = from;
  if (first !== undefined) return SERVER.test(localOf(first.address)) || DAEMON_NAME.test(first.name ?? '');
  // Servers write From without an address, or leave it out.
  const value = valuesOf(headers, 'from')[0] ?? '';
  return value.trim() === '' || /^<\s*>$/.test(value.trim()) || DAEMON_NAME.test(value);
}
