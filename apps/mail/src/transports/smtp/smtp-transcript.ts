import { parseReply, type SmtpReply, type SmtpStage } from './smtp-errors.rules.ts';

export interface Exchange {
  readonly stage: SmtpStage;
  /** The recipient that the command named. */
  readonly recipient: string | null;
  /** Null if the answer is none of SMTP. */
  readonly reply: SmtpReply | null;
}

const STAGES: readonly (readonly [command: RegExp, stage: SmtpStage])[] = [
  [/^(?:EHLO|HELO) /, 'ehlo'],
  [/^STARTTLS$/, 'starttls'],
  [/^MAIL FROM:/, 'mail'],
  [/^RCPT TO:/, 'rcpt'],
  [/^DATA$/, 'data'],
];

/**
 * The commands and answers of a session, as Nodemailer logs them with `transactionLog`. Its errors look alike for a connection
 * that was lost before MAIL and one that was lost after the whole body, which decides whether a mail may have arrived.
 */
export class SmtpTranscript {
  readonly exchanges: Exchange[] = [];
  /** Whether the body was written to the socket with the dot that ends it. */
  isBodySent = false;
  readonly #unanswered: string[] = [];

  /** @param entry the first argument of a method of the logger. @param text its second one. */
  record(entry: { readonly tnx?: unknown }, text: unknown): void {
    if (entry.tnx === 'message') this.isBodySent = true;
    else if (entry.tnx === 'client') this.#unanswered.push(String(text));
    else if (entry.tnx === 'server') this.#answer(String(text));
  }

  /** The stage of the command that has no answer yet. */
  get openStage(): SmtpStage {
    const [command] = this.#unanswered;
    if (command === undefined) return this.exchanges.length === 0 ? 'greeting' : 'end';
    return stageOf(command);
  }

  #answer(text: string): void {
    const stage = this.openStage;
    const command = this.#unanswered.shift() ?? '';
    const recipient = stage === 'rcpt' ? (/<([^>]*)>/.exec(command)?.[1] ?? null) : null;
    this.exchanges.push({ stage, recipient, reply: parseReply(text) });
  }
}

/** The commands of AUTH are masked, and its further lines have no name. */
function stageOf(command: string): SmtpStage {
  return STAGES.find(([pattern]) => pattern.test(command))?.[1] ?? 'auth';
}
