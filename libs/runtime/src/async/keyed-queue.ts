import { Semaphore } from './semaphore.ts';

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
