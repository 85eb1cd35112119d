import { EgressError, type EgressErrorCode } from '@parley/egress';
import { mailboxFailure } from '../send-error.ts';
import type { MailboxFailure, Step } from '../transport.ts';
import { isRefusal, refusalOf, type SmtpStage } from './smtp-errors.rules.ts';
import type { SmtpTranscript } from './smtp-transcript.ts';

const STEPS: Readonly<Record<SmtpStage, Step>> = {
  greeting: 'connection',
  ehlo: 'connection',
  starttls: 'tls',
  auth: 'authentication',
  mail: 'sending',
  rcpt: 'sending',
  data: 'sending',
  end: 'sending',
};

const EGRESS_STEPS: Partial<Readonly<Record<EgressErrorCode, Step>>> = { dns_failed: 'dns' };

/** Errors of certificates (nodejs.org/api/tls.html#x509-certificate-error-codes), which share no prefix. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^CRL_|_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** The failure of a connection that was not established. */
export function connectFailure(error: unknown): MailboxFailure | null {
  if (!(error instanceof EgressError)) return null;
  return mailboxFailure(error.code, EGRESS_STEPS[error.code] ?? 'connection');
}

interface Broken {
  readonly transcript: SmtpTranscript;
  /** Whether TLS is being set up or was to be. */
  readonly isInTls: boolean;
  readonly isTimeout: boolean;
  /** Code of Node.js or OpenSSL, or ''. */
  readonly errorCode: string;
  /** What the sign-in has sent, which an answer may repeat and nobody may read. */
  readonly secrets?: readonly string[];
}

/** The failure of a session that ended before it was ready for mails. */
export function sessionFailure(broken: Broken): MailboxFailure {
  const { transcript, isInTls, isTimeout, errorCode, secrets = [] } = broken;
  const last = transcript.exchanges.at(-1);
  if (last !== undefined && last.reply !== null && isRefusal(last.reply)) {
    const { code } = refusalOf(last.reply, last.stage);
    const text = secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), last.reply.text);
    return mailboxFailure(code, STEPS[last.stage], { status: last.reply.status, text });
  }
  const step = isInTls ? 'tls' : STEPS[transcript.openStage];
  if (isTimeout) return mailboxFailure('timeout', step);
  if (isInTls) {
    const needsAdmin = CERTIFICATE.test(errorCode);
    const failure = mailboxFailure('tls_failed', step, { needsAdmin });
    return needsAdmin ? { ...failure, message: `${failure.message} Certificate: ${errorCode}.` } : failure;
  }
  if (last !== undefined && last.reply === null) return mailboxFailure('protocol_error', STEPS[last.stage]);
  return mailboxFailure('connection_lost', step);
}
