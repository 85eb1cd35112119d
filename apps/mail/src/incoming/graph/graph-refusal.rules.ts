import { saidBy } from '../../transports/graph/graph-answer.rules.ts';
import { requestFailure } from '../../transports/http-failure.rules.ts';
import { HttpRequestError } from '@parley/egress';
import {
  MailboxError,
  mailboxFailure,
  type MailboxFailure,
  type SendErrorCode,
} from '../../transports/send-error.ts';

const CODES: Readonly<Record<number, SendErrorCode>> = {
  401: 'authentication_failed',
  // The application or the user may not read the mailbox, or there is no such mailbox.
  403: 'reading_not_allowed',
  404: 'reading_not_allowed',
  429: 'quota_exceeded',
};
/** Those that say nothing of the mail that was asked for. */
const OF_MAILBOX: ReadonlySet<number> = new Set([401, 429]);

/** A request that Graph has refused. */
export class GraphRefusal extends MailboxError {
  /** What Graph calls the cause, and says of it. */
  readonly said: string;

  constructor(
    readonly status: number,
    answer: { readonly retryAfterMs: number | null; readonly text: string },
  ) {
    const said = saidBy(answer.text);
    const code = CODES[status] ?? 'server_unavailable';
    const step = status === 429 || code === 'server_unavailable' ? 'connection' : 'authentication';
    super(mailboxFailure(code, step, { text: said, retryAfterMs: answer.retryAfterMs }));
    this.said = said;
  }
}

/** What an error of the requests for a mailbox means for it. */
export function graphFailure(error: unknown): MailboxFailure {
  if (error instanceof MailboxError) return error.failure;
  if (!(error instanceof HttpRequestError)) return mailboxFailure('connection_lost', 'connection');
  return error.code === 'cancelled' ? mailboxFailure('timeout', 'connection') : requestFailure(error);
}

/** Whether Graph has forgotten what a link stands for (learn.microsoft.com/graph/delta-query-overview). */
export const isExpired = (error: unknown): boolean =>
  error instanceof GraphRefusal && (error.status === 410 || /^(?:syncState|resync)/i.test(error.said));

/** Whether the mail that was asked for is not there any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof GraphRefusal && error.status === 404 && /^(?:Error)?ItemNotFound/i.test(error.said);

/** Whether the failure of a request for a mail may be that of this mail alone. */
export function mayBeOfMail(error: unknown): boolean {
  if (error instanceof GraphRefusal) return !OF_MAILBOX.has(error.status);
  if (error instanceof HttpRequestError) return error.code !== 'cancelled';
  return error instanceof MailboxError && error.failure.code === 'protocol_error';
}

/** Whether a failure is rather one of the server or of the way to it than a refusal. */
export const isOfServer = (error: unknown): boolean =>
  !(error instanceof GraphRefusal) || error.status >= 500;
