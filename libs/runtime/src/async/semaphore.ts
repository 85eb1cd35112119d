import { ApiError } from '@parley/contracts';

/** A limited number of permits, granted in the order of the requests. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #available: number;

  /** @param maxWaiting requests beyond this queue length fail with `service_unavailable`. */
  constructor(
    permits: number,
    private readonly maxWaiting = Infinity,
  ) {
    this.#available = permits;
  }

  /** Not `async`: the extra microtask could let a later request overtake an earlier one that had to wait. */
  acquire(): Promise<void> {
    if (this.#available === 0) {
      if (this.#waiting.length >= this.maxWaiting) return Promise.reject(new ApiError('service_unavailable'));
      return new Promise((resolve) => this.#waiting.push(resolve));
    }
    this.#available -= 1;
    return Promise.resolve();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#available += 1;
    else next();
  }

  /** Holds a permit while the work runs. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
