/** Work in progress, so that a shutdown can wait for it. */
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
