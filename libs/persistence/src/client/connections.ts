import type { Pool, PoolClient } from 'pg';
import { isStaleConnection } from './errors.ts';
import { ignore, socketOf } from './pg-client.ts';
import { executePrepared } from './prepared-query.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { connectBy } from '../transaction/time-limit.ts';

/** While a database stays read-only every write fails; connections are not renewed for each of them. */
const RENEWAL_INTERVAL_MS = 1_000;

/** Connections live between this part of their greatest age and all of it, so that they do not all end at once. */
const YOUNGEST = 0.75;

export interface ConnectionOptions {
  /** Greatest age in milliseconds. */
  readonly maxAgeMs: number;
  /** Whether statements are prepared by name. */
  readonly prepares: boolean;
}

interface Life {
  readonly beganAt: number;
  readonly endsAt: number;
}

/**
 * The connections of a service. One that can no longer run what others could (its plans are outdated, its server has become
 * read-only) is closed, and with it all that are as old; so is one that has reached its age, so that connections move on
 * after a failover.
 */
export class Connections {
  readonly #prepared = new PreparedStatements();
  readonly #lives = new WeakMap<PoolClient, Life>();
  #renewedAt = -Infinity;

  constructor(
    private readonly pool: Pool,
    private readonly options: ConnectionOptions,
  ) {}

  get max(): number {
    return this.pool.options.max;
  }

  /** How many there are at present, and how much work waits for one. */
  get counts(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.pool;
    return { used: totalCount - idle, idle, waiting };
  }

  /**
   * Runs work on a connection of its own. Throws `service_unavailable` if there is none by `until` (epoch milliseconds).
   */
  async use<T>(until: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#acquire(until);
    // A broken connection fails its statements; without a listener the error would also end the process.
    client.on('error', ignore);
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.off('error', ignore);
      this.#release(client, failure);
    }
  }

  /** Runs a statement on a connection, which keeps it prepared by its name; without one it is parsed each time. */
  async execute(
    client: PoolClient,
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<unknown[]> {
    if (name === '' || !this.options.prepares)
      return (await client.query<Record<string, unknown>>({ text, values: [...values] })).rows;
    return executePrepared(client, this.#prepared.touch(client, name), text, values);
  }

  async #acquire(until: number): Promise<PoolClient> {
    for (;;) {
      const client = await connectBy(this.pool, until);
      if (!this.#isOver(client)) return client;
      client.release(true);
    }
  }

  #release(client: PoolClient, failure: unknown): void {
    const isStale = isStaleConnection(failure);
    if (isStale && performance.now() - this.#renewedAt > RENEWAL_INTERVAL_MS)
      this.#renewedAt = performance.now();
    const isClosed = isStale || this.#isOver(client);
    if (!isClosed) this.#prepared.trim(client);
    client.release(isClosed);
  }

  #isOver(client: PoolClient): boolean {
    const { beganAt, endsAt } = this.#lifeOf(client);
    // The pool learns of a socket that was destroyed at a timeout only when it has closed.
    return beganAt <= this.#renewedAt || performance.now() >= endsAt || socketOf(client).destroyed;
  }

  /** Begins when the connection is first used. */
  #lifeOf(client: PoolClient): Life {
    let life = this.#lives.get(client);
    if (life === undefined) {
      const beganAt = performance.now();
      const share = YOUNGEST + (1 - YOUNGEST) * Math.random();
      life = { beganAt, endsAt: beganAt + share * this.options.maxAgeMs };
      this.#lives.set(client, life);
    }
    return life;
  }
}
