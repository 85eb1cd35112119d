import { Pool, type Dispatcher } from 'undici';
import type { ConnectionRequest } from './connection.ts';

/**
 * Connection pools by origin. Beyond `max` the least recently used pool is closed after its requests have ended; without
 * that limit a burst to many origins would hold all their sockets until the idle timeout.
 */
export class PoolRegistry {
  readonly #pools = new Map<string, Pool>();

  constructor(
    private readonly max: number,
    private readonly open: (origin: string) => Pool,
  ) {}

  dispatch(request: ConnectionRequest, handler: Dispatcher.DispatchHandler): boolean {
    return this.#poolFor(String(request.origin)).dispatch(request, handler);
  }

  /** Closes all connections immediately. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #poolFor(origin: string): Pool {
    const pool = this.#pools.get(origin) ?? this.open(origin);
    // Reinsertion keeps the map in order of last use.
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    const [oldest] = this.#pools;
    if (this.#pools.size > this.max && oldest !== undefined) {
      this.#pools.delete(oldest[0]);
      void oldest[1].close();
    }
    return pool;
  }
}
