import { attemptsInFlight } from './delivery-metrics.ts';

/** An attempt that takes longer makes its endpoint a slow one at once, before it has ended. */
const HANGING_AFTER_MS = 2_000;

interface Taken {
  readonly webhookId: string;
  readonly isSlow: boolean;
  readonly since: number;
}

export interface FreeSlots {
  readonly fast: number;
  readonly slow: number;
  /** Subscriptions whose endpoints are slow right now, whatever is known of them. */
  readonly hanging: string[];
}

/**
 * Attempts that a process makes at a time, in two pools: what slow and failing endpoints take is bounded by itself, so
 * that many of them leave the others alone. An attempt that hangs moves over to the slow ones.
 */
export class Slots {
  readonly #taken = new Set<Taken>();
  readonly #fast: number;
  readonly #slow: number;

  /** @param total of both pools; a quarter is for slow endpoints. */
  constructor(total: number) {
    this.#slow = Math.ceil(total / 4);
    this.#fast = total - this.#slow;
  }

  /** Takes a slot. The answer gives it back. */
  take(webhookId: string, isSlow: boolean): () => void {
    const taken = { webhookId, isSlow, since: performance.now() };
    const pool = { pool: isSlow ? 'slow' : 'fast' } as const;
    this.#taken.add(taken);
    attemptsInFlight.inc(pool);
    return () => {
      if (this.#taken.delete(taken)) attemptsInFlight.dec(pool);
    };
  }

  get free(): FreeSlots {
    const late = performance.now() - HANGING_AFTER_MS;
    const hanging = new Set<string>();
    let slow = 0;
    for (const taken of this.#taken) {
      if (taken.since <= late) hanging.add(taken.webhookId);
      if (taken.isSlow || taken.since <= late) slow += 1;
    }
    return {
      fast: Math.max(this.#fast - (this.#taken.size - slow), 0),
      slow: Math.max(this.#slow - slow, 0),
      hanging: [...hanging],
    };
  }
}
