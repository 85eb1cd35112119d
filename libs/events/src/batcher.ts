import { ApiError } from '@parley/contracts';

/** A batch is one transaction: long enough to be worth it, short enough to be done over. */
const BATCH = 50;

interface Waiting<T> {
  item: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Does work that comes at the same time together: what arrives in one turn of the event loop, or while a batch
 * runs, makes one. When a batch fails, but not by an outage, each of its items is tried by itself, so that only the culprits
 * fail.
 */
export class Batcher<T> {
  readonly #waiting: Waiting<T>[] = [];
  #running = false;

  /** @param work does all of the items, or throws and has done none. */
  constructor(private readonly work: (items: readonly T[]) => Promise<void>) {}

  /** Resolves when the item is done. Throws why it cannot be. */
  run(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      // What came in one read of the socket is one batch, not the first of it and then the rest.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#do(this.#waiting.splice(0, BATCH));
    this.#running = false;
  }

  async #do(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.work(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // None of them is the culprit of an outage, which would be waited for once for each.
      if (batch.length === 1 || (error instanceof ApiError && error.code === 'service_unavailable'))
        for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#do([one]);
    }
  }
}
