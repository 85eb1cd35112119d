const TEXT_MAX = 200;

/** What keeps one mail, or one recipient of it, from being sent. */
const MAIL_SENTENCES = {
  recipient_unknown: 'The address of the recipient does not exist.',
  mailbox_full: 'The mailbox of the recipient is full.',
  too_large: 'The mail is larger than the server takes.',
  refused_by_policy: 'The server refuses the mail by its rules, for example against spam.',
  refused: 'The server refuses the mail.',
  sender_refused: 'The server refuses the sender of the mail.',
  temporarily_refused: 'The server does not take the mail at the moment.',
  expired: 'The mail could not be delivered in time.',
  protocol_error: 'The server gave an answer that does not belong there.',
  utf8_not_supported: 'The server takes no mail with addresses that have letters beyond ASCII.',
  invalid_address: 'The address cannot be written in a mail.',
  storage_full: 'The storage of the workspace is full, so that the mail cannot be stored before it is sent.',
  content_unavailable: 'The content of the mail cannot be read at the moment.',
  cancelled: 'The sending was interrupted before the mail was handed over.',
  no_reply: 'The mail was handed over and no answer came, so it may or may not arrive.',
};

/** What keeps the whole mailbox from sending. */
const MAILBOX_SENTENCES = {
  authentication_failed: 'The server refuses the sign-in of the mailbox.',
  authentication_disabled: 'The provider has switched this way of signing in off.',
  authentication_not_offered: 'The server offers no sign-in that the mailbox can use.',
  sender_not_allowed: 'The server does not let the mailbox send from its address.',
  reading_not_allowed: 'The server does not let the mailbox read its mails.',
  quota_exceeded: 'The mailbox has reached a limit of its provider.',
  server_unavailable: 'The server of the mailbox takes no mail at the moment.',
  server_refused: 'The server of the mailbox refuses the connection.',
  tls_not_offered: 'The server of the mailbox offers no encryption.',
  tls_failed: 'An encrypted connection to the server of the mailbox is not possible.',
  target_not_allowed: 'The server of the mailbox is none that the operator of this installation allows.',
  dns_failed: 'The name of the server of the mailbox has no address.',
  connect_timeout: 'The server of the mailbox does not accept the connection in time.',
  connection_refused: 'No mail server listens at the address and port of the mailbox.',
  connection_failed: 'The server of the mailbox cannot be reached.',
  reauthorize: 'The authorization of the mailbox has ended and has to be given again.',
  application_refused: 'The provider refuses the OAuth application of the mailbox.',
  uids_changed:
    'The IMAP server gives the mails other numbers at each connection, so that all are looked at again.',
  token_unavailable: 'The provider of the sign-in gives no access token at the moment.',
};

/** What happens to a mail, or to the mailbox if the connection was not ready yet. */
const CONNECTION_SENTENCES = {
  connection_lost: 'The connection to the server ended too early.',
  timeout: 'The server did not answer in time.',
};

const SENTENCES = { ...MAIL_SENTENCES, ...MAILBOX_SENTENCES, ...CONNECTION_SENTENCES };

/** What a connection of a mailbox can fail with. */
export const MAILBOX_ERROR_CODES = Object.keys({
  ...MAILBOX_SENTENCES,
  ...CONNECTION_SENTENCES,
}) as (keyof (typeof MAILBOX_SENTENCES & typeof CONNECTION_SENTENCES))[];

export type SendErrorCode = keyof typeof SENTENCES;

export interface SendError {
  readonly code: SendErrorCode;
  /** Enhanced status code (RFC 3463), if the server gave one. */
  readonly smtp_status: string | null;
  /** The cause in words for an agent, and at most 200 printable characters of the server's own. */
  readonly message: string;
}

/** How far a connection came, as the test of a mailbox shows it. */
export type Step = 'dns' | 'connection' | 'tls' | 'authentication' | 'sending';

/** What keeps every mail of the mailbox from leaving, for all recipients. */
export interface MailboxFailure extends SendError {
  readonly step: Step;
  /** Whether it does not pass by itself: a password, a certificate, a setting. */
  readonly needsAdmin: boolean;
  /** Milliseconds that the server asks to wait, or null. */
  readonly retryAfterMs: number | null;
}

/** What a failure of the mailbox means for a mail. */
export const reasonOf = ({ code, smtp_status, message }: SendError): SendError => ({
  code,
  smtp_status,
  message,
});

/** Those that pass only when an admin changes something. */
const FOR_ADMINS: ReadonlySet<SendErrorCode> = new Set<SendErrorCode>([
  'authentication_failed',
  'authentication_disabled',
  'authentication_not_offered',
  'sender_not_allowed',
  'reading_not_allowed',
  'server_refused',
  'tls_not_offered',
  'target_not_allowed',
  'reauthorize',
  'application_refused',
]);

/** An address that refuses every mail for good: a hard bounce. */
export const isHardBounce = (code: string) => code === 'recipient_unknown';

interface Answer {
  /** Enhanced status code of the server. */
  readonly status?: string | null;
  /** Text of the server, which nobody trusts. */
  readonly text?: string;
}

export function sendError(code: SendErrorCode, { status = null, text = '' }: Answer = {}): SendError {
  const said = printable(text);
  const message = said === '' ? SENTENCES[code] : `${SENTENCES[code]} The server said: ${said}`;
  return { code, smtp_status: status, message };
}

export function mailboxFailure(
  code: SendErrorCode,
  step: Step,
  answer: Answer & { readonly needsAdmin?: boolean; readonly retryAfterMs?: number | null } = {},
): MailboxFailure {
  const { needsAdmin = FOR_ADMINS.has(code), retryAfterMs = null } = answer;
  return { ...sendError(code, answer), step, needsAdmin, retryAfterMs };
}

/** A connection that cannot be used for any mail of the mailbox. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';

  constructor(
    readonly failure: MailboxFailure,
    cause?: unknown,
  ) {
    super(failure.message, { cause });
  }
}

/** One line without what hides or reorders text: control and format characters, lone surrogates. */
function printable(text: string): string {
  const line = text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ').trim();
  return [...line].slice(0, TEXT_MAX).join('');
}
