/** How long the look-ups of one mail may wait for answers. */
export interface MailTimeouts {
  /** Milliseconds for one look-up. */
  readonly eachMs: number;
  /** Milliseconds for all look-ups of the mail: those behind it wait meanwhile. */
  readonly allMs: number;
}

const LONG: MailTimeouts = { eachMs: 2_000, allMs: 5_000 };
/** Servers that work answer within this: most of them in a tenth of it. */
const SHORT: MailTimeouts = { eachMs: 300, allMs: 600 };

/** Look-ups without an answer in a row, of all mailboxes, after which the DNS is taken to be out. */
const UNANSWERED_MAX = 4;
/** Milliseconds that the mails of one mailbox may wait for answers that do not come, in one minute. */
const WAITED_MAX_MS = 10_000;
const MINUTE_MS = 60_000;
/** Mailboxes whose waits are known; the one that waited longest ago is forgotten first, and may wait anew. */
const MAILBOXES_MAX = 10_000;

/**
 * Decides how long look-ups wait. An outage of the DNS, or senders whose name servers do not answer, delay the first mails; those after them
 * wait so briefly that only servers which work have time to answer.
 */
export class LookUpTimeouts {
  #unanswered = 0;
  /** What is left of the waits of each mailbox at a time, as they are forgiven at an even pace. */
  readonly #waited = new Map<string, { readonly ms: number; readonly at: number }>();

  /** The timeouts of the next look-up for a mail of a mailbox at a time, in milliseconds of the clock. */
  of(mailboxId: string, now: number): MailTimeouts {
    const isOut = this.#unanswered >= UNANSWERED_MAX;
    return isOut || this.#waitedBy(mailboxId, now) >= WAITED_MAX_MS ? SHORT : LONG;
  }

  /** Notes that a server has answered, be it that there is no such name. */
  noteAnswer(): void {
    this.#unanswered = 0;
  }

  /** Notes that no server has answered. */
  noteSilence(): void {
    this.#unanswered += 1;
  }

  /** Notes a wait for nothing, which has ended now. */
  noteWait(mailboxId: string, waitedMs: number, now: number): void {
    const ms = this.#waitedBy(mailboxId, now) + waitedMs;
    this.#waited.delete(mailboxId);
    this.#waited.set(mailboxId, { ms, at: now });
    const [oldest] = this.#waited.keys();
    if (this.#waited.size > MAILBOXES_MAX && oldest !== undefined) this.#waited.delete(oldest);
  }

  #waitedBy(mailboxId: string, now: number): number {
    const waited = this.#waited.get(mailboxId);
    if (waited === undefined) return 0;
    return Math.max(0, waited.ms - ((now - waited.at) / MINUTE_MS) * WAITED_MAX_MS);
  }
}
