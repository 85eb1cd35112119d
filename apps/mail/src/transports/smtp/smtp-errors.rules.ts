import type { SendErrorCode } from '../send-error.ts';

/** A step of a session, named by the command whose answer it is. `end` is the answer to the complete body. */
export type SmtpStage = 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end';

export interface SmtpReply {
  readonly code: number;
  /** Enhanced status code (RFC 3463, 2034), `5.1.1`. */
  readonly status: string | null;
  readonly text: string;
}

/** What a refusal means. One with the effect `mailbox` concerns every mail of the mailbox. */
export interface Refusal {
  readonly effect: 'failed' | 'deferred' | 'mailbox';
  readonly code: SendErrorCode;
}

/** Parses an answer of one or more lines (RFC 5321 section 4.2.1); null if it is none. */
export function parseReply(response: string): SmtpReply | null {
  const lines = response.split(/\r?\n/).map((line) => /^([2-5]\d\d)(?:[ -](.*))?$/.exec(line));
  const [first] = lines;
  if (first === null || first === undefined) return null;
  const status = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(first[2] ?? '')?.[1] ?? null;
  const texts = lines.map((line) => (line?.[2] ?? '').replace(/^[245]\.\d{1,3}\.\d{1,3}(?=\s|$)/, '').trim());
  return { code: Number(first[1]), status, text: texts.filter((text) => text !== '').join(' ') };
}

export const isRefusal = ({ code }: SmtpReply) => code >= 400;

interface Case {
  readonly reply: SmtpReply;
  readonly stage: SmtpStage;
  readonly recipients: number;
}
type Rule = readonly [applies: (refused: Case) => boolean, effect: Refusal['effect'], code: SendErrorCode];

const status =
  (...codes: readonly string[]) =>
  ({ reply }: Case) =>
    codes.includes(reply.status ?? '');
const code =
  (...codes: readonly number[]) =>
  ({ reply }: Case) =>
    codes.includes(reply.code);
const at =
  (...stages: readonly SmtpStage[]) =>
  ({ stage }: Case) =>
    stages.includes(stage);
const bare = ({ reply }: Case) => reply.status === null;
const transient = ({ reply }: Case) => reply.code < 500;
const text =
  (pattern: RegExp) =>
  ({ reply }: Case) =>
    pattern.test(reply.text);
const all =
  (...conditions: readonly Rule[0][]): Rule[0] =>
  (refused) =>
    conditions.every((condition) => condition(refused));
/** An answer to the body says nothing about one of several recipients. */
const aboutRecipient = ({ stage, recipients }: Case) =>
  stage === 'rcpt' || (stage === 'end' && recipients === 1);

/** The last two are those of Exim and OpenSMTPD. */
const NO_SUCH_USER =
  /\b(?:no such (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found)|unknown (?:user|recipient|mailbox)|(?:user|recipient|mailbox|address) does(?: not|n't) exist|unrouteable address|invalid recipient)\b/i;

/** The first rule that applies decides. */
const RULES: readonly Rule[] = [
  // Microsoft: basic authentication, or SMTP AUTH of the tenant, is off. It may come after AUTH.
  [status('5.7.30', '5.7.139'), 'mailbox', 'authentication_disabled'],
  [all(at('auth'), transient), 'mailbox', 'server_unavailable'],
  [at('auth'), 'mailbox', 'authentication_failed'],
  [code(530, 534, 535, 538), 'mailbox', 'authentication_failed'],
  [status('5.7.57'), 'mailbox', 'authentication_failed'],
  // 5.1.7 and 5.1.8 are about the sender (RFC 3463 section 3.2); 5.7.60 and 5.2.252 are Microsoft's for "send as".
  [status('5.1.7', '5.1.8', '5.7.60', '5.2.252'), 'mailbox', 'sender_not_allowed'],
  // Google's and Microsoft's limits per day.
  [status('5.4.5', '5.1.90'), 'mailbox', 'quota_exceeded'],
  [text(/SubmissionQuotaExceeded/), 'mailbox', 'quota_exceeded'],
  // Too many connections: 432 is Microsoft's, 4.3.2 is "system not accepting network messages".
  [code(432), 'mailbox', 'server_unavailable'],
  [status('4.3.2'), 'mailbox', 'server_unavailable'],
  [all(at('greeting', 'ehlo', 'starttls'), transient), 'mailbox', 'server_unavailable'],
  [at('starttls'), 'mailbox', 'tls_not_offered'],
  [at('greeting', 'ehlo'), 'mailbox', 'server_refused'],

  [status('4.2.2', '5.2.2'), 'deferred', 'mailbox_full'],
  [status('5.3.4', '5.2.3'), 'failed', 'too_large'],
  // "Exceeded storage allocation" of a mailbox, or of what the server takes as a mail (RFC 1870 section 6.1).
  [all(bare, code(552), at('rcpt')), 'deferred', 'mailbox_full'],
  [all(bare, code(552)), 'failed', 'too_large'],
  [transient, 'deferred', 'temporarily_refused'],
  // A session that is out of step says nothing about the mail.
  [code(503), 'deferred', 'protocol_error'],
  [
    all(status('5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.4.4'), aboutRecipient),
    'failed',
    'recipient_unknown',
  ],
  [({ reply }) => /^5\.7\./.test(reply.status ?? ''), 'failed', 'refused_by_policy'],
  [at('mail'), 'failed', 'sender_refused'],
  [all(bare, text(NO_SUCH_USER), aboutRecipient), 'failed', 'recipient_unknown'],
];

/** What a 4xx or 5xx answer means, by RFC 5321, 3463 and 5248 and what large providers document. @param recipients whom the mail would have reached. */
export function refusalOf(reply: SmtpReply, stage: SmtpStage, recipients = 1): Refusal {
  const [, effect, cause] = RULES.find(([applies]) => applies({ reply, stage, recipients })) ?? [
    null,
    'failed' as const,
    'refused' as const,
  ];
  return { effect, code: cause };
}
