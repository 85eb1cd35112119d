import { z } from 'zod';
import { allowCidrs, allowHosts } from '@parley/egress';
import { Config, duration, integer, retrySchedule, setting, webAddress } from '@parley/runtime/config';

/**
 * Time after which a mail that could not be sent is given up. No setting, since the console, the API document and the notices
 * of the product name it.
 */
export const EXPIRE_AFTER_MS = 3 * 86_400_000;

export class MailConfig extends Config({
  MAIL_URL: setting(
    'Public address at which mail providers hand over the mails of mailboxes, and to which contact forms are sent',
    webAddress.refine((url) => !/[?#]/.test(url), 'must have neither a query nor a fragment'),
    'http://localhost:3003',
  ),
  MAIL_ALLOW_CIDRS: setting(
    'Address ranges that mailboxes may use although they are not public, at any port and without encryption, comma-separated',
    allowCidrs,
    '',
  ),
  MAIL_ALLOW_HOSTS: setting(
    'Host names of mail servers that may resolve to addresses that are not public: exact or *.suffix, comma-separated',
    allowHosts('MAIL_ALLOW_CIDRS'),
    '',
  ),
  MAIL_RETRY_SCHEDULE: setting(
    'Delays before each attempt to send a mail that was deferred, comma-separated; the last one is repeated',
    retrySchedule,
    '0s,1m,5m,15m,30m,1h,2h,4h,8h',
  ),
  MAIL_SPF_INCLUDE: setting(
    'Domain whose SPF record names the servers through which mails leave, which sending domains include',
    z.string().regex(/^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)+)?$/i, 'must be the name of a domain'),
    '',
  ),
  MAIL_CLIENT_NAME: setting(
    'Name by which this installation greets mail servers (EHLO), a domain of its own; by default that of the machine',
    z.string().regex(/^[\w.-]*$/, 'must be the name of a domain'),
    '',
  ),
  MAIL_CONCURRENCY: setting('Maximum mails that a process sends at the same time', integer(4, 4096), '256'),
  MAIL_FETCHED_MAILBOXES: setting(
    'Maximum mailboxes whose mails a process fetches, from IMAP servers with a connection for each, or from Microsoft Graph; 0: none',
    integer(0, 100_000),
    '1000',
  ),
  MAIL_ANSWER_TIMEOUT: setting(
    'Time that a server has to answer the data of a mail; a short one makes duplicates (RFC 5321 section 4.5.3.2.6)',
    duration.refine((ms) => ms >= 100 && ms <= 3_600_000, 'must be from 100ms to 1h'),
    '10m',
  ),
  MAIL_HEARTBEAT_TIMEOUT: setting(
    'Time without a sign of life of a process after which the outcome of what it was sending is unknown',
    duration.refine((ms) => ms >= 1_000 && ms <= 60_000, 'must be from 1s to 1m'),
    '10s',
  ),
}) {
  /** Whether the operator allows plain text and any port to some addresses. */
  get hasExceptions(): boolean {
    return this.MAIL_ALLOW_CIDRS.length > 0 || this.MAIL_ALLOW_HOSTS.length > 0;
  }
}
