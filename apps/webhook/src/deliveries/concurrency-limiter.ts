import { attemptsInFlight } from './delivery-metrics.ts';

/** A longer attempt marks its endpoint as slow before it has ended. */
const STALLED_AFTER_MS = 2_000;

/**
 * Limits concurrent attempts of this process in two pools, so that slow and failing endpoints cannot delay the others.
 * A stalled attempt counts as slow.
 */
export class ConcurrencyLimiter {
  readonly #running = new Set<{ webhookId: string; isSlow: boolean; startedAt: number }>();
  readonly #fastLimit: number;
  readonly #slowLimit: number;

  /** @param limit of both pools; a quarter is reserved for slow endpoints. */
  constructor(limit: number) {
    this.#slowLimit = Math.ceil(limit / 4);
    this.#fastLimit = limit - this.#slowLimit;
  }

  /** Starts an attempt. The returned function ends it. */
  acquire(webhookId: string, isSlow: boolean): () => void {
    const attempt = { webhookId, isSlow, startedAt: performance.now() };
    const pool = { pool: isSlow ? 'slow' : 'fast' } as const;
    this.#running.add(attempt);
    attemptsInFlight.inc(pool);
    return () => {
      if (this.#running.delete(attempt)) attemptsInFlight.dec(pool);
    };
  }

  /** Free places in both pools, and the subscriptions with an attempt that is stalled right now. */
  get available() {
    const stalledSince = performance.now() - STALLED_AFTER_MS;
    const running = [...this.#running];
    const stalled = running.filter(({ startedAt }) => startedAt <= stalledSince);
    const slow = running.filter(({ isSlow, startedAt }) => isSlow || startedAt <= stalledSince).length;
    return {
      fast: Math.max(this.#fastLimit - (running.length - slow), 0),
      slow: Math.max(this.#slowLimit - slow, 0),
      stalled: [...new Set(stalled.map(({ webhookId }) => webhookId))],
    };
  }
}
