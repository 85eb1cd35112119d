/**
 * Timeouts of a given length, which end when they are told to: a test of what happens before their end depends on no clock. Others
 * are not changed, nor are those of `node:timers/promises`.
 */
export class HeldTimeouts implements Disposable {
  readonly #own = globalThis.setTimeout;
  readonly #held: (() => void)[] = [];

  /** @param ms length of the timeouts that are held, in milliseconds. */
  constructor(ms: number) {
    const held = (act: () => void, after?: number, ...values: []) => {
      if (after !== ms) return this.#own(act, after, ...values);
      this.#held.push(act);
      return this.#own(() => undefined, 0);
    };
    globalThis.setTimeout = Object.assign(held, this.#own);
  }

  /** Ends those that are held. */
  end(): void {
    for (const act of this.#held.splice(0)) act();
  }

  [Symbol.dispose](): void {
    globalThis.setTimeout = this.#own;
  }
}
