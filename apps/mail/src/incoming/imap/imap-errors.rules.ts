import { EgressError } from '@parley/egress';
import {
  MailboxError,
  mailboxFailure,
  type MailboxFailure,
  type SendErrorCode,
  type Step,
} from '../../transports/send-error.ts';
import { connectFailure } from '../../transports/smtp/session-failure.rules.ts';

/** What the documented errors of the IMAP client have. */
interface ClientError {
  readonly code?: unknown;
  readonly authenticationFailed?: unknown;
  readonly tlsFailed?: unknown;
  readonly serverResponseCode?: unknown;
  readonly responseStatus?: unknown;
  readonly responseText?: unknown;
  readonly response?: unknown;
  readonly throttleReset?: unknown;
}

const TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT']);
/** What a server sent is none of the protocol, or more than anybody asked for. */
const BROKEN = /^(?:Parser|Line|Literal|Response|TooMany|Invalid|UnexpectedTag|MissingTag|STARTTLS_)/;
const TOO_LARGE = new Set(['LiteralTooLarge', 'ResponseTooLarge']);
/** Errors of certificates (nodejs.org/api/tls.html#x509-certificate-error-codes), which share no prefix. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^CRL_|_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;
const TLS = /^ERR_(?:SSL|TLS)|^EPROTO$/;

/** The response codes of a refused sign-in (RFC 9051 section 7.1). Those that say nothing of the password may pass. */
const SIGN_IN: Readonly<Record<string, SendErrorCode>> = {
  UNAVAILABLE: 'server_unavailable',
  INUSE: 'server_unavailable',
  LIMIT: 'server_unavailable',
  SERVERBUG: 'server_unavailable',
  PRIVACYREQUIRED: 'authentication_not_offered',
  CONTACTADMIN: 'authentication_disabled',
};
const BUSY = /too many|try again|try later|temporar|unavailable|throttl|rate limit|internal error/i;
const DISABLED = /disabled|not enabled|basicauthblocked|application-specific password/i;

/** Whether a server sends more for a mail than it may have. */
export const isOversized = (error: unknown): boolean => TOO_LARGE.has(codeOf(error));

/** Whether the server has answered NO or BAD (RFC 9051 section 7.1), and is not merely away. */
export const isRefusal = (error: unknown): boolean =>
  ['NO', 'BAD'].includes(String((error as ClientError | null)?.responseStatus));

/** Codes of a refusal that has nothing to do with the mail (RFC 9051 section 7.1). */
const PASSING = new Set([
  'UNAVAILABLE',
  'INUSE',
  'LIMIT',
  'SERVERBUG',
  'OVERQUOTA',
  'AUTHORIZATIONFAILED',
  'EXPIRED',
]);

/** Whether a server refuses to hand a mail out, and not to hand out mails at the moment. */
export function isRefusalOfMail(error: unknown): boolean {
  const { serverResponseCode: code, responseText: text } = (error ?? {}) as ClientError;
  return isRefusal(error) && !PASSING.has(String(code)) && !BUSY.test(String(text));
}

/**
 * What an error of a connection means for the mailbox.
 * @param secrets what the sign-in has sent, which an answer may repeat and nobody may read.
 */
export function imapFailure(error: unknown, step: Step, secrets: readonly string[] = []): MailboxFailure {
  if (error instanceof MailboxError) return error.failure;
  if (error instanceof EgressError) return connectFailure(error) ?? mailboxFailure('connection_failed', step);
  const failed = (typeof error === 'object' && error !== null ? error : {}) as ClientError;
  const said = [failed.responseText, failed.response].find((one) => typeof one === 'string') ?? '';
  const text = secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), said);
  const code = codeOf(error);
  // A server that is asked too often says nothing of the password.
  if (code === 'ETHROTTLE')
    return mailboxFailure('server_unavailable', step, {
      text,
      retryAfterMs: Number(failed.throttleReset) || null,
    });
  if (failed.authenticationFailed === true)
    return mailboxFailure(signInCode(failed, text), 'authentication', { text });
  if (TIMEOUTS.has(code)) return mailboxFailure('timeout', step);
  if (failed.tlsFailed === true || CERTIFICATE.test(code) || TLS.test(code)) return tlsFailure(code);
  if (isRefusal(error)) return mailboxFailure('server_unavailable', step, { text });
  if (BROKEN.test(code)) return mailboxFailure('protocol_error', step);
  if (error instanceof Error && error.message === 'Unsupported authentication mechanism')
    return mailboxFailure('authentication_not_offered', 'authentication');
  return mailboxFailure('connection_lost', step);
}

function signInCode(
  { serverResponseCode: code, responseStatus: status }: ClientError,
  text: string,
): SendErrorCode {
  const known = SIGN_IN[String(code)];
  if (known !== undefined) return known;
  if (code !== 'AUTHENTICATIONFAILED' && BUSY.test(text)) return 'server_unavailable';
  // The client did not even try: the server has no way of signing in that it knows.
  if (status === undefined && text === '') return 'authentication_not_offered';
  return DISABLED.test(text) ? 'authentication_disabled' : 'authentication_failed';
}

/** A server that offers no encryption is none of which TLS tells an error. */
function tlsFailure(code: string): MailboxFailure {
  if (!CERTIFICATE.test(code)) return mailboxFailure(code === '' ? 'tls_not_offered' : 'tls_failed', 'tls');
  const failure = mailboxFailure('tls_failed', 'tls', { needsAdmin: true });
  return { ...failure, message: `${failure.message} Certificate: ${code}.` };
}

function codeOf(error: unknown): string {
  const code = (error as ClientError | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
