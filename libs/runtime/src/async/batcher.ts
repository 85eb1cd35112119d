import { ApiError } from '@parley/contracts';

/** Large enough to share the cost of a transaction, small enough to repeat it after a failure. */
const BATCH_MAX = 50;

interface Pending<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Micro-batching of the items of one turn, or added while a batch runs. The items of a failed one are retried alone. */
export class Batcher<T> {
  readonly #pending: Pending<T>[] = [];
  #running = false;

  /** @param work processes all items or, if it throws, none. */
  constructor(private readonly work: (items: readonly T[]) => Promise<void>) {}

  /** Resolves when the item has been processed; rejects with the reason why it cannot be. */
  run(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ item, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // Deferred: items from one read of the socket form one batch instead of the first item and then the others.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) await this.#process(this.#pending.splice(0, BATCH_MAX));
    this.#running = false;
  }

  async #process(batch: readonly Pending<T>[]): Promise<void> {
    try {
      await this.work(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // No item is the cause of an outage, and retrying each would wait for the same timeout once per item.
      if (batch.length === 1 || (error instanceof ApiError && error.code === 'service_unavailable'))
        for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#process([one]);
    }
  }
}
