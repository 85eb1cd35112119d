/** Weight of the latest call in the failure rate: seven failures in a row exceed the limit. */
const WEIGHT = 0.1;
const RATE_MAX = 0.5;
/** Ejection time: doubled with each ejection that follows soon after the last one. */
const EJECT_MIN_MS = 1_000;
const EJECT_MAX_MS = 30_000;
/** An instance that worked for this long starts again with the shortest ejection. */
const STEADY_MS = 60_000;

/**
 * Outlier detection for one instance by the outcomes of its calls: one that fails at once has few calls in progress, so the
 * load balancer would prefer it. After the ejection time it is half-open: one call at a time, until one succeeds.
 */
export class Outlier {
  #rate = 0;
  #ejections = 0;
  #doublings = 0;
  /** Epoch milliseconds; 0 while the instance takes part. */
  #ejectedUntil = 0;
  #admittedAt = 0;
  #probing = false;

  /** @param onChange called when the instance is ejected, for so many milliseconds, and with 0 when it is readmitted. */
  constructor(private readonly onChange: (ejectedMs: number) => void) {}

  /** Whether the instance gets no calls now, as far as others are left. */
  get isEjected(): boolean {
    return this.#ejectedUntil > 0 && (this.#probing || Date.now() < this.#ejectedUntil);
  }

  /** Begins a call. Returns what `end` takes. */
  begin(): number {
    if (this.#ejectedUntil > 0) this.#probing = true;
    return this.#ejections;
  }

  /** @param failed the outcome of the call; `undefined` if it says nothing about the instance. */
  end(begun: number, failed: boolean | undefined): void {
    // A call from before the ejection says nothing about the time since.
    if (begun !== this.#ejections) return;
    this.#probing = false;
    if (failed === undefined) return;
    this.#rate += (Number(failed) - this.#rate) * WEIGHT;
    if (this.#ejectedUntil === 0) {
      if (failed && this.#rate > RATE_MAX) this.#eject();
    } else if (!failed) {
      this.#readmit();
    } else if (Date.now() >= this.#ejectedUntil) {
      this.#eject();
    }
  }

  #eject(): void {
    const now = Date.now();
    const wasSteady = this.#ejectedUntil === 0 && now - this.#admittedAt > STEADY_MS;
    this.#doublings = wasSteady ? 0 : this.#doublings + 1;
    const longest = Math.min(EJECT_MAX_MS, EJECT_MIN_MS * 2 ** this.#doublings);
    const ms = Math.round(longest * (0.5 + Math.random() / 2));
    const wasEjected = this.#ejectedUntil > 0;
    this.#ejections += 1;
    this.#probing = false;
    this.#ejectedUntil = now + ms;
    if (!wasEjected) this.onChange(ms);
  }

  #readmit(): void {
    this.#rate = 0;
    this.#ejectedUntil = 0;
    this.#admittedAt = Date.now();
    this.onChange(0);
  }
}
