/** Counts what runs at a time, by a key that may have so many at most. */
export class Slots<Key> {
  readonly #running = new Map<Key, number>();

  constructor(readonly perKey: number) {}

  /** Takes a slot; answers the function that gives it back, or `undefined` if the key has none left. */
  take(key: Key): (() => void) | undefined {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.perKey) return undefined;
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
