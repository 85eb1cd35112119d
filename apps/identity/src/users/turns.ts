import { ApiError } from '@parley/contracts';

/**
 * Lets so many pieces of work run at once and so many wait; more are refused with `service_unavailable`, so that a
 * flood of them costs bounded memory and time.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) {
      if (this.#waiting.length >= this.waitingMax) throw new ApiError('service_unavailable');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place of this one.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
