/** A number of permits, given in the order they were asked for. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Not `async`: a permit that was waited for must not arrive later than one that was free, or order is lost. */
  take(): Promise<void> {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return Promise.resolve();
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** Runs work of one key in the order it came, and work of different keys beside each other, up to a bound. */
export class KeyedLanes {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #slots: Slots;

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  /** @param work never throws. */
  run(key: string, work: () => Promise<void>): Promise<void> {
    const tail = (this.#tails.get(key) ?? Promise.resolve()).then(async () => {
      await this.#slots.take();
      try {
        await work();
      } finally {
        this.#slots.give();
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      }
    });
    this.#tails.set(key, tail);
    return tail;
  }
}
