// Like those of libs/runtime, which this package cannot import: a published package depends on published ones alone.

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The result of `work`, which is not cancelled, or a {@link TimeoutError} after `ms` milliseconds. */
export async function withTimeout<T>(work: Promise<T>, ms: number, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  const expired = new Promise<never>((_, reject) => {
    const expire = (): void => reject(new TimeoutError(`${name} timed out after ${ms} ms`));
    // After a stall of the process timers run before sockets are read: the immediate lets a reply that has already
    // arrived win.
    timer = setTimeout(() => (immediate = setImmediate(expire)), ms);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
    clearImmediate(immediate);
  }
}

/** The result of `work`, or the reason of the signal once it is aborted. */
export async function rejectedOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Work in progress, so that an end can wait for it. */
export class InFlight {
  readonly #running = new Set<Promise<unknown>>();

  /** Counts the work as running until it has settled; returns it. */
  track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  /** Waits for the work that is running now. Never throws. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** A limited number of permits, granted in the order of the requests. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #available: number;

  constructor(permits: number) {
    this.#available = permits;
  }

  /** Not `async`: the extra microtask could let a later request overtake an earlier one that had to wait. */
  acquire(): Promise<void> {
    if (this.#available === 0) return new Promise((resolve) => this.#waiting.push(resolve));
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

/** Runs the work of one key in order, and that of different keys concurrently, up to a limit. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #semaphore: Semaphore;

  constructor(concurrency: number) {
    this.#semaphore = new Semaphore(concurrency);
  }

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const start = (): Promise<T> => this.#semaphore.run(work);
    const tail = (this.#tails.get(key) ?? Promise.resolve()).then(start, start).finally(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    this.#tails.set(key, tail);
    return tail;
  }
}
