import { z } from 'zod';
import type { HttpAnswer } from '@parley/egress';
import { mailboxFailure, sendError, type MailboxFailure, type SendErrorCode } from '../send-error.ts';
import type { RecipientOutcome } from '../transport.ts';

/** What an answer of `sendMail` means: for each recipient, and for the mailbox. */
export interface Verdict {
  readonly outcome: RecipientOutcome;
  readonly failure: MailboxFailure | null;
}

const ErrorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const MAILBOX: Readonly<Record<number, SendErrorCode>> = {
  401: 'authentication_failed',
  // The application or the user may not send as the mailbox, or there is no such mailbox.
  403: 'sender_not_allowed',
  404: 'sender_not_allowed',
  429: 'quota_exceeded',
  503: 'server_unavailable',
};

/** The meaning of an answer (learn.microsoft.com/graph/errors, /graph/throttling). 202 is an acceptance, as 250 is of SMTP. */
export function verdictOf({ status, retryAfterMs, text }: HttpAnswer): Verdict {
  if (status >= 200 && status < 300) return { outcome: { status: 'sent' }, failure: null };
  const said = saidBy(text);
  const code = MAILBOX[status];
  if (code !== undefined) {
    const failure = mailboxFailure(code, status < 429 ? 'authentication' : 'sending', {
      text: said,
      retryAfterMs,
    });
    return { outcome: { status: 'deferred', error: sendError(code, { text: said }) }, failure };
  }
  // A gateway that had no answer itself: the server behind it may have taken the mail.
  if (status === 502 || status === 504)
    return { outcome: { status: 'unknown', error: sendError('no_reply') }, failure: null };
  if (status >= 500 || status === 408)
    return {
      outcome: { status: 'deferred', error: sendError('temporarily_refused', { text: said }) },
      failure: null,
    };
  const cause = status === 413 || said.startsWith('ErrorMessageSizeExceeded') ? 'too_large' : 'refused';
  return { outcome: { status: 'failed', error: sendError(cause, { text: said }) }, failure: null };
}

/** What Graph says of a refusal, its code first; empty if it says nothing. */
export function saidBy(text: string): string {
  try {
    const { error } = ErrorBody.parse(JSON.parse(text));
    return `${error.code}: ${error.message}`;
  } catch {
    return '';
  }
}
