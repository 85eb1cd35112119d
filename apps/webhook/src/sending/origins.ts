import type { Dispatcher } from 'undici';
import { Pool } from 'undici';
import type { LaneRequest } from './lane.ts';

/**
 * The pools of connections, one for each origin. Those that were used least recently go when there are too many: their
 * requests end first. Only idle time closes sockets otherwise, so that a burst to many origins would hold them all.
 */
export class Origins {
  readonly #pools = new Map<string, Pool>();

  constructor(
    private readonly max: number,
    private readonly open: (origin: string) => Pool,
  ) {}

  dispatch(request: LaneRequest, handler: Dispatcher.DispatchHandler): boolean {
    return this.#poolOf(String(request.origin)).dispatch(request, handler);
  }

  /** Closes all connections at once. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  get size(): number {
    return this.#pools.size;
  }

  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin);
    // Put at the end: the first one is the one that was not used for longest.
    if (known !== undefined) this.#pools.delete(origin);
    const pool = known ?? this.open(origin);
    this.#pools.set(origin, pool);
    const [oldest] = this.#pools;
    if (this.#pools.size > this.max && oldest !== undefined) {
      this.#pools.delete(oldest[0]);
      void oldest[1].close();
    }
    return pool;
  }
}
