import type { DataSource, QueryRunner } from 'typeorm';
import { ApiError } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { isStaleConnection } from '../errors.ts';
import type { PooledClient } from './pooled-client.ts';
import { executePrepared, type PreparedStatements } from './prepared-query.ts';

/** While a database stays read-only every write fails; connections are not renewed for each of them. */
const RENEWAL_INTERVAL_MS = 1_000;
/** How long requests are answered at once after a failed attempt to connect, in place of waiting for the next ones. */
const FAILED_ATTEMPT_MS = 1_000;
/** Connections live between this part of their greatest age and all of it, so that they do not all end at once. */
const YOUNGEST = 0.75;
/** Statements that a connection keeps prepared. Each takes some 100 KB of the backend, and lists alone have hundreds of forms. */
const PREPARED_MAX = 100;

export interface ConnectionOptions {
  readonly max: number;
  readonly maxAgeMs: number;
  readonly prepares: boolean;
}

interface Life {
  readonly beganAt: number;
  readonly endsAt: number;
  readonly prepared: PreparedStatements;
}

/**
 * The connections of a service, from the pool of TypeORM. One whose plans are outdated or whose server has become read-only
 * is closed with all that are as old; so is one that has reached its age or has prepared many statements.
 */
export class Connections {
  readonly #lives = new WeakMap<PooledClient, Life>();
  #renewedAt = -Infinity;
  /** The last attempt to connect, if it has failed. */
  #failed: { readonly error: unknown; at: number } | undefined;
  #open = 0;
  #used = 0;
  #waiting = 0;

  constructor(
    private readonly source: DataSource,
    private readonly options: ConnectionOptions,
  ) {}

  get max(): number {
    return this.options.max;
  }

  get counts(): { used: number; idle: number; waiting: number } {
    return { used: this.#used, idle: this.#idle, waiting: this.#waiting };
  }

  get #idle(): number {
    return Math.max(0, this.#open - this.#used);
  }

  /** Runs work on a connection of its own. Throws `service_unavailable` if there is none by `until` (epoch milliseconds). */
  async use<T>(until: number, work: (client: PooledClient) => Promise<T>): Promise<T> {
    const [runner, client] = await this.#acquire(until);
    this.#used += 1;
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#used -= 1;
      this.#release(runner, client, failure);
    }
  }

  /** Runs a statement on a connection, which keeps it prepared by its name; without one it is parsed each time. */
  async execute(client: PooledClient, name: string, text: string, values: readonly unknown[]) {
    if (name === '' || !this.options.prepares)
      return (await client.query<Record<string, unknown>>(text, [...values])).rows;
    return executePrepared(client, this.#lifeOf(client).prepared, name, text, values);
  }

  async #acquire(until: number): Promise<[QueryRunner, PooledClient]> {
    for (;;) {
      const runner = this.source.createQueryRunner();
      const client = await this.#connect(runner, until);
      if (!this.#isOver(client)) return [runner, client];
      close(runner, client);
    }
  }

  async #connect(runner: QueryRunner, until: number): Promise<PooledClient> {
    const left = until - Date.now();
    if (left <= 0) throw new ApiError('service_unavailable');
    if (until !== Infinity && this.#idle <= this.#waiting) this.#refuseInOutage();
    const connecting = this.#observed(runner.connect() as Promise<PooledClient>);
    // An idle connection for each that waits.
    if (until === Infinity || this.#idle > this.#waiting) return this.#counted(connecting);
    return this.#counted(
      withTimeout(connecting, left, () => {
        // It arrives nevertheless, and is of use to somebody else.
        connecting.then(
          () => runner.release(),
          () => undefined,
        );
        throw new ApiError('service_unavailable');
      }),
    );
  }

  /** One request in a second finds out whether the server is back; work without a deadline always tries. */
  #refuseInOutage(): void {
    if (this.#failed === undefined) return;
    const now = performance.now();
    if (now - this.#failed.at < FAILED_ATTEMPT_MS) throw this.#failed.error;
    this.#failed.at = now;
  }

  /** Remembers how an attempt to connect ended, but for a wait for one of the connections that are all in use. */
  #observed(connecting: Promise<PooledClient>): Promise<PooledClient> {
    connecting.then(
      () => (this.#failed = undefined),
      (error: unknown) => {
        if (this.#used < this.options.max) this.#failed = { error, at: performance.now() };
      },
    );
    return connecting;
  }

  async #counted<T>(connecting: Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await connecting;
    } finally {
      this.#waiting -= 1;
    }
  }

  #release(runner: QueryRunner, client: PooledClient, failure: unknown): void {
    const isStale = isStaleConnection(failure);
    if (isStale && performance.now() - this.#renewedAt > RENEWAL_INTERVAL_MS)
      this.#renewedAt = performance.now();
    if (isStale || this.#isOver(client)) close(runner, client);
    else void runner.release();
  }

  #isOver(client: PooledClient): boolean {
    const { beganAt, endsAt, prepared } = this.#lifeOf(client);
    return (
      beganAt <= this.#renewedAt ||
      performance.now() >= endsAt ||
      prepared.size > PREPARED_MAX ||
      // The pool learns of a socket that was destroyed at a timeout only when it has closed.
      client.socket.destroyed
    );
  }

  #lifeOf(client: PooledClient): Life {
    let life = this.#lives.get(client);
    if (life === undefined) {
      const beganAt = performance.now();
      const share = YOUNGEST + (1 - YOUNGEST) * Math.random();
      life = { beganAt, endsAt: beganAt + share * this.options.maxAgeMs, prepared: new Map() };
      this.#lives.set(client, life);
      this.#open += 1;
      client.once('end', () => (this.#open -= 1));
    }
    return life;
  }
}

/** The pool drops a connection that is released while it ends. */
function close(runner: QueryRunner, client: PooledClient): void {
  void client.end();
  void runner.release();
}
