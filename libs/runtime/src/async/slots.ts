import { ApiError } from '@parley/contracts';

/** Counts what a workspace has in progress at a time, by a key that may have so many at most. */
export class Slots<Key> {
  readonly #running = new Map<Key, number>();

  /** @param what runs in a slot, in the plural, as the error names it. */
  constructor(
    private readonly perKey: number,
    private readonly what: string,
  ) {}

  /** Takes a slot; answers the function that gives it back. Throws `rate_limit_exceeded` if the key has none left. */
  take(key: Key): () => void {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.perKey)
      throw new ApiError('rate_limit_exceeded', {
        message: `The workspace has ${this.perKey} ${this.what} in progress. Retry when one of them has ended.`,
        retryAfter: 1,
      });
    this.#running.set(key, running + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#release(key);
      isTaken = false;
    };
  }

  #release(key: Key): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
  }
}
