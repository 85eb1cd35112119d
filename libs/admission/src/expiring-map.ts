export interface Expiring<V> {
  readonly value: V;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * A bounded map whose entries live equally long, so the order in which they were set is the order in which they
 * expire: sweeping looks only at the front and costs nothing worth a timer.
 */
export class ExpiringMap<K, V> {
  readonly #entries = new Map<K, Expiring<V>>();

  /** @param ttlMs life of an entry; @param maxEntries beyond it the oldest entry goes. */
  constructor(
    private readonly ttlMs: number,
    private readonly maxEntries: number,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  /** The entry, if it is there and not expired. */
  entry(key: K, now: number): Expiring<V> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > now ? entry : undefined;
  }

  /** Sets a value with a fresh life. */
  set(key: K, value: V, now: number): Expiring<V> {
    const entry = { value, expiresAt: now + this.ttlMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { expiresAt }] of this.#entries) {
      if (expiresAt > now && this.#entries.size <= this.maxEntries) break;
      this.#entries.delete(oldest);
    }
    return entry;
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}
