/**
 * Interrupts an attempt that has not begun to hand its mail over in time: a server that answers slowly, recipient by recipient, must
 * not keep the attempt for longer than its lease, of which another process would make a second one.
 */
export class HandOverLimit {
  /** Aborted at the limit, or by the signal of the process. */
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number, signal: AbortSignal) {
    const late = new AbortController();
    this.#timer = setTimeout(() => late.abort(), ms);
    this.signal = AbortSignal.any([signal, late.signal]);
  }

  /** The mail is being handed over, or the attempt has ended. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
