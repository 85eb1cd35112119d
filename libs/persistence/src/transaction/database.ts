import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { ApiError } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import {
  TransactionRunner,
  type EventSink,
  type TenantOrWorkspaceContext,
  type SqlTransaction,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/runtime/context';
import { tracing } from '@parley/runtime/tracing';
import { asApiError, isSerializationFailure } from '../errors.ts';
import { ConnectionShares, shareKeyOf } from '../client/connection-shares.ts';
import { Connections } from '../client/connections.ts';
import { executeEach, executeOn, repeatingOnce, tracedBy, type Execute } from '../client/execute.ts';
import type { IdempotencyStore } from '../idempotency/idempotency.store.ts';
import type { PersistenceConfig } from '../persistence.config.ts';
import { RowStatements } from '../statements/row-statements.ts';
import { TenantDatabase } from './tenant-database.ts';
import { runTransaction } from './run-transaction.ts';
import type { Statement } from '../statements/statement.ts';
import { isRequest, readLimitOf, timeLimitOf } from './time-limit.ts';
import { Transaction, type PipelinedStatements } from './transaction.ts';

const ATTEMPTS = 4;
const BACKOFF_MS = 100;
/** Part of the connections of a process that the requests of one tenant may use. */
const SHARE_OF_TENANT = 0.5;

export class Database extends TransactionRunner {
  readonly #connections: Connections;
  readonly #execute: Execute;
  readonly #rows = new RowStatements();
  readonly #shares: ConnectionShares;

  constructor(
    source: DataSource,
    private readonly sink: EventSink | undefined,
    private readonly idempotency: IdempotencyStore,
    config: PersistenceConfig,
  ) {
    super();
    this.#connections = new Connections(source, {
      max: config.DATABASE_POOL_SIZE,
      maxAgeMs: config.DATABASE_CONNECTION_MAX_AGE,
      prepares: config.DATABASE_PREPARED_STATEMENTS === 'on',
    });
    this.#execute = executeEach(this.#connections);
    this.#shares = new ConnectionShares(Math.ceil(this.#connections.max * SHARE_OF_TENANT));
  }

  get pool(): Connections['counts'] & { max: number } {
    return { ...this.#connections.counts, max: this.#connections.max };
  }

  /** Reads outside a transaction. Statements of a request are cancelled at its deadline. */
  read<C extends TenantOrWorkspaceContext>(ctx: C): TenantDatabase<C> {
    if (!isRequest(ctx)) return new TenantDatabase(ctx, tracedBy(ctx, this.#execute));
    const limits = { shares: this.#shares, share: shareKeyOf(ctx), until: readLimitOf(ctx) };
    return new TenantDatabase(ctx, tracedBy(ctx, executeEach(this.#connections, limits)));
  }

  system<Row>(statement: Statement<Row, 'system'>, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#execute<Row>(statement.name, statement.text, values);
  }

  /** Throws if a request would get no connection of the pool, or no answer of the server, within `timeoutMs`. */
  async ping(timeoutMs: number): Promise<void> {
    await this.#connections.use(Date.now() + timeoutMs, (client) =>
      withTimeout(client.query('select 1'), timeoutMs, 'Database ping'),
    );
  }

  override raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#execute<Row>(name, text, values);
  }

  /**
   * Runs work in a transaction, which stores its events, and under an Idempotency-Key its result, that of the handler.
   * Deadlocks are retried. Throws `service_unavailable` if the database is unavailable or the time of a request does not
   * suffice: nothing is committed then. Throws `outcome_unknown` if a request does not learn whether it is.
   * @param request the context of the key, for work of a whole workspace: keys belong to one of its modes
   */
  async transaction<C extends TenantContext | WorkspaceContext, T>(
    ctx: C,
    work: (tx: Transaction<C>) => Promise<T>,
    request: TenantContext | null = ctx.tenant.mode === null ? null : (ctx as TenantContext),
  ): Promise<T> {
    const { result, tx } = await this.#retry(() =>
      tracing.run('transaction', ctx, {}, (inner) => this.#attempt(inner, work, request)),
    );
    this.#afterCommit([tx]);
    return result;
  }

  /** Runs work of several tenants in one transaction, as {@link transaction}; `open` returns that of one of them. */
  override async batchTransaction(
    work: (
      tx: SqlTransaction,
      open: <C extends TenantOrWorkspaceContext>(ctx: C) => Transaction<C>,
    ) => Promise<void>,
  ): Promise<void> {
    const transactions = await this.#retry(() =>
      this.#inTransaction(null, async (execute, pipeline) => {
        const opened: Transaction<TenantOrWorkspaceContext>[] = [];
        await work({ raw: execute }, (ctx) => {
          const tx = new Transaction(ctx, tracedBy(ctx, execute), this.#rows, pipeline);
          opened.push(tx);
          return tx;
        });
        for (const tx of opened) this.#writeEvents(tx, pipeline);
        return opened;
      }),
    );
    this.#afterCommit(transactions);
  }

  /**
   * Takes the Idempotency-Key of a request before work outside of the database; a handler that throws gives it back. Throws
   * `idempotency_in_progress`, or what has the earlier answer sent.
   */
  async reserveKey(ctx: TenantContext): Promise<void> {
    const claim = ctx.idempotency;
    if (claim === undefined) return;
    await this.#retry(() =>
      this.#inTransaction(ctx, (execute) =>
        this.idempotency.reserve(new TenantDatabase(ctx, execute), claim),
      ),
    );
    this.idempotency.reserved.add(claim);
  }

  override rawTransaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
    return this.#inTransaction(null, (execute) => work({ raw: execute }));
  }

  #attempt<C extends TenantContext | WorkspaceContext, T>(
    ctx: C,
    work: (tx: Transaction<C>) => Promise<T>,
    request: TenantContext | null,
  ) {
    return this.#inTransaction(ctx, async (execute, pipeline) => {
      const tx = new Transaction(ctx, execute, this.#rows, pipeline);
      const claim = request?.idempotency;
      if (request === null || claim === undefined) {
        const result = await work(tx);
        this.#writeEvents(tx, pipeline);
        return { result, tx };
      }
      const keys = new TenantDatabase(request, execute);
      await this.idempotency.lock(keys, claim);
      const result = await work(tx);
      this.#writeEvents(tx, pipeline);
      pipeline.add(this.idempotency.save(keys, claim, result));
      tx.afterCommit(() => this.idempotency.saved.add(claim));
      return { result, tx };
    });
  }

  #writeEvents(tx: Transaction<TenantOrWorkspaceContext>, pipeline: PipelinedStatements): void {
    if (tx.events.length === 0) return;
    if (this.sink === undefined) throw new Error('a service that emits events needs EventsModule');
    pipeline.add(this.sink.write(tx, tx.ctx, tx.events));
  }

  #afterCommit(transactions: readonly Transaction<TenantOrWorkspaceContext>[]): void {
    if (transactions.some(({ events }) => events.length > 0)) this.sink?.committed();
    for (const callback of transactions.flatMap(({ callbacks }) => callbacks)) callback();
  }

  /** Retries deadlocks and serialization failures, and once what a stale connection failed. */
  async #retry<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await repeatingOnce(run);
      } catch (error) {
        if (!isSerializationFailure(error)) throw error;
        if (attempt >= ATTEMPTS) throw new ApiError('service_unavailable', { cause: error });
        await wait(Math.random() * BACKOFF_MS * attempt);
      }
    }
  }

  async #inTransaction<T>(
    ctx: TenantOrWorkspaceContext | null,
    work: (execute: Execute, pipeline: PipelinedStatements) => Promise<T>,
  ): Promise<T> {
    const limit = timeLimitOf(ctx);
    const share = ctx !== null && limit.isRequest ? shareKeyOf(ctx) : undefined;
    if (share !== undefined) await this.#shares.acquire(share, limit.beginBy);
    try {
      return await this.#connections.use(limit.beginBy, (client) =>
        runTransaction(client, limit, (pipeline) =>
          work(tracedBy(ctx, executeOn(this.#connections, client)), pipeline),
        ),
      );
    } catch (error) {
      throw asApiError(error);
    } finally {
      if (share !== undefined) this.#shares.release(share);
    }
  }
}
