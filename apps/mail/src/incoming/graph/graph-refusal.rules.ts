import { saidBy } from '../../transports/graph/graph-answer.rules.ts';
import { requestFailure } from '../../transports/http-failure.rules.ts';
import { HttpPostError } from '../../transports/http-post.ts';
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
const OF_MAILBOX: ReadonlySet<number> = new Set([401, 403, 404, 408, 410, 429]);

/** A request that Graph has refused. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal';
  readonly failure: MailboxFailure;
  /** What Graph calls the cause, and says of it. */
  readonly said: string;

  constructor(
    readonly status: number,
    answer: { readonly retryAfterMs: number | null; readonly text: string },
  ) {
    const said = saidBy(answer.text);
    super(`Graph has answered ${status} ${said}`);
    this.said = said;
    const code = CODES[status] ?? 'server_unavailable';
    const step = status === 429 || code === 'server_unavailable' ? 'connection' : 'authentication';
    this.failure = mailboxFailure(code, step, { text: said, retryAfterMs: answer.retryAfterMs });
  }
}

/** What an error of the requests for a mailbox means for it. */
export function graphFailure(error: unknown): MailboxFailure {
  if (error instanceof MailboxError || error instanceof GraphRefusal) return error.failure;
  if (!(error instanceof HttpPostError)) return mailboxFailure('connection_lost', 'connection');
  return error.code === 'cancelled' ? mailboxFailure('timeout', 'connection') : requestFailure(error);
}

/** Whether Graph has forgotten what a link stands for (learn.microsoft.com/graph/delta-query-overview). */
export const isExpired = (error: unknown): boolean =>
  error instanceof GraphRefusal &&
  ([400, 410].includes(error.status) || /^(?:syncState|resync)/i.test(error.said));

/** Whether the mail that was asked for is not there any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof GraphRefusal && error.status === 404 && /^(?:Error)?ItemNotFound/i.test(error.said);

/** Whether Graph refuses to hand a mail out, and not to hand out mails at the moment. */
export const isRefusalOfMail = (error: unknown): boolean =>
  error instanceof GraphRefusal && error.status <= 500 && !OF_MAILBOX.has(error.status);
