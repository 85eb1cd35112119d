interface Expiring<V> {
  readonly value: V;
  /** Milliseconds, by the clock of the caller. */
  readonly expiresAt: number;
}

/** A bounded map with one TTL: entries expire in the order of their insertions, each of which removes the expired ones. */
export class ExpiringMap<K, V> {
  readonly #entries = new Map<K, Expiring<V>>();

  /** @param maxEntries beyond it the oldest entry is removed. */
  constructor(
    private readonly ttlMs: number,
    private readonly maxEntries: number,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  /** The entry unless it has expired. */
  entry(key: K, now: number): Expiring<V> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > now ? entry : undefined;
  }

  /** Sets a value and restarts its TTL. */
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
