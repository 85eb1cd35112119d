/** Retries per call: an outage must not double the load on what is left. */
const RATIO = 0.1;
/** Retries that may be made at once after quiet times. */
const BURST = 10;

/** Bounds the retries of calls that were answered: one for ten calls. */
export class RetryBudget {
  #tokens = BURST;

  /** Counts a call. */
  deposit(): void {
    if (this.#tokens < BURST) this.#tokens += RATIO;
  }

  /** Whether a call may be retried now; counts the retry. */
  withdraw(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
