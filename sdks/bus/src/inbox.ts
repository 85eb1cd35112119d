import { rejectedOnAbort } from './concurrency.ts';

/** The record of the events that a subscriber has processed, which makes redelivered events harmless. */
export interface Inbox<Tx> {
  prepare(): Promise<void>;
  /** Runs `work` and records that it did, both or neither, unless it had: returns whether. Rejects once `signal` is aborted. */
  process(
    consumer: string,
    eventId: string,
    work: (tx: Tx) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Whether the inbox can be used at present. While it cannot, the subscriber pauses instead of using up attempts. */
  isAvailable(): Promise<boolean>;
  prune(): Promise<void>;
}

/** An inbox in memory, of the newest events. What is redelivered after a restart is handled twice. */
export class MemoryInbox implements Inbox<undefined> {
  readonly #processed = new Set<string>();

  /** @param maxEvents ids to remember; 100,000 need about 10 MB. */
  constructor(private readonly maxEvents = 100_000) {}

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async process(
    consumer: string,
    eventId: string,
    work: (tx: undefined) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = `${consumer} ${eventId}`;
    if (this.#processed.has(key)) return false;
    await rejectedOnAbort(work(undefined), signal);
    this.#processed.add(key);
    for (const oldest of this.#processed) {
      if (this.#processed.size <= this.maxEvents) break;
      this.#processed.delete(oldest);
    }
    return true;
  }

  isAvailable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  prune(): Promise<void> {
    return Promise.resolve();
  }
}
