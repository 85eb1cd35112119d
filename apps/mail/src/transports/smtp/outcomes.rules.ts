import { mailboxFailure, sendError, type SendErrorCode } from '../send-error.ts';
import type { MailboxFailure, RecipientOutcome, SendResult } from '../transport.ts';
import type { WireEnvelope } from './envelope.rules.ts';
import { isRefusal, refusalOf, type SmtpReply, type SmtpStage } from './smtp-errors.rules.ts';
import type { Exchange } from './smtp-transcript.ts';

/** How the sending of a mail over a connection ended. */
export type Ending =
  /** The server answered. */
  | 'answered'
  | 'closed'
  | 'timeout'
  /** Our signal ended it. */
  | 'cancelled'
  /** The bytes of the mail could not be read. */
  | 'no_content';

/** One mail over one connection. */
export interface Transmission {
  readonly exchanges: readonly Exchange[];
  readonly isBodySent: boolean;
  readonly ending: Ending;
}

const CAUSES: Readonly<Record<Ending, SendErrorCode>> = {
  answered: 'protocol_error',
  closed: 'connection_lost',
  timeout: 'timeout',
  cancelled: 'cancelled',
  no_content: 'content_unavailable',
};

const isPositive = (reply: SmtpReply | null) => reply !== null && reply.code < 300;

interface Verdict {
  readonly outcome: RecipientOutcome;
  readonly failure: MailboxFailure | null;
}

/** What became of each recipient: the first refusal that concerns it counts, and the answer to the body if there is none. */
export function outcomesOf({ to, refused }: WireEnvelope, transmission: Transmission): SendResult {
  const { exchanges } = transmission;
  const replyAt = (stage: SmtpStage, recipient: string | null = null) =>
    exchanges.findLast((one) => one.stage === stage && one.recipient === recipient)?.reply ?? null;
  const reached = [...to.keys()].filter((address) => isPositive(replyAt('rcpt', address)));
  const outcomes = new Map(refused);
  let failure: MailboxFailure | null = null;
  for (const [address, recipients] of to) {
    const asked: readonly (readonly [SmtpStage, SmtpReply | null])[] = [
      ['mail', replyAt('mail')],
      ['rcpt', replyAt('rcpt', address)],
      ['data', replyAt('data')],
      ['end', replyAt('end')],
    ];
    const [stage, reply] = asked.find(([, one]) => one !== null && isRefusal(one)) ?? [null, null];
    const verdict =
      stage === null || reply === null
        ? withoutRefusal(transmission, reached.includes(address) && isPositive(replyAt('end')))
        : refusalVerdict(reply, stage, reached.length);
    failure ??= verdict.failure;
    for (const recipient of recipients) outcomes.set(recipient, verdict.outcome);
  }
  // A server that took the mail for others has refused these recipients, and not the mailbox.
  const isTaken = [...outcomes.values()].some(({ status }) => status === 'sent' || status === 'unknown');
  return { recipients: outcomes, mailboxFailure: isTaken ? null : failure };
}

/**
 * Whether a connection that was used before had ended before this mail: another one may take it. A server may close an idle
 * connection at any time, and answers 421 to what comes then (RFC 5321 section 3.8).
 */
export function isStale({ exchanges, isBodySent, ending }: Transmission): boolean {
  const refusals = exchanges.filter(({ reply }) => reply !== null && isRefusal(reply));
  const hasData = exchanges.some(
    ({ stage, reply }) => stage === 'data' && reply !== null && !isRefusal(reply),
  );
  if (isBodySent || hasData || !refusals.every(({ reply }) => reply?.code === 421)) return false;
  return ending === 'closed' || (ending === 'answered' && refusals.length > 0);
}

function refusalVerdict(reply: SmtpReply, stage: SmtpStage, reached: number): Verdict {
  const { effect, code } = refusalOf(reply, stage, reached);
  const answer = { status: reply.status, text: reply.text };
  if (effect !== 'mailbox')
    return { outcome: { status: effect, error: sendError(code, answer) }, failure: null };
  return {
    outcome: { status: 'deferred', error: sendError(code, answer) },
    failure: mailboxFailure(code, 'sending', answer),
  };
}

function withoutRefusal({ isBodySent, exchanges, ending }: Transmission, isConfirmed: boolean): Verdict {
  // A reply before the end of the body confirms nothing.
  if (isBodySent && isConfirmed) return { outcome: { status: 'sent' }, failure: null };
  if (isBodySent) return { outcome: { status: 'unknown', error: sendError('no_reply') }, failure: null };
  // A 421 to another command closes the connection for all of them.
  const closing = exchanges.findLast(({ reply }) => reply?.code === 421);
  if (closing?.reply !== null && closing !== undefined)
    return refusalVerdict(closing.reply, closing.stage, 1);
  return { outcome: { status: 'deferred', error: sendError(CAUSES[ending]) }, failure: null };
}
