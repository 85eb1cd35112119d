import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { ApiError } from '@parley/contracts';
import {
  TransactionRunner,
  type EventSink,
  type ScopedContext,
  type SqlTransaction,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/kernel';
import { asApiError, isSerializationFailure } from './errors.ts';
import { executeOn, executeUntil, ignore, send, type Execute } from './execute.ts';
import type { IdempotencyStore } from './idempotency/idempotency.store.ts';
import { RowStatements } from './row-statements.ts';
import { Scoped } from './scoped.ts';
import type { Statement } from './statement.ts';
import { Transaction, PipelinedStatements } from './transaction.ts';

const ATTEMPTS = 4;
/** Whoever lost a race waits up to this, so that the same ones do not meet at the same place again. */
const BACK_OFF_MS = 100;

/** The database of one service. Everything that a service reads or writes goes through here. */
export class Database extends TransactionRunner {
  readonly #pool: Pool;
  readonly #execute: Execute;
  readonly #rows: RowStatements;

  constructor(
    source: DataSource,
    private readonly sink: EventSink | undefined,
    private readonly idempotency: IdempotencyStore,
  ) {
    super();
    this.#pool = (source.driver as unknown as { master: Pool }).master;
    this.#execute = executeOn(this.#pool);
    this.#rows = new RowStatements(source);
  }

  /** Reads outside a transaction. What a request reads ends with its deadline. */
  read<C extends ScopedContext>(ctx: C): Scoped<C> {
    const isRequest = 'principal' in ctx && ctx.principal !== undefined;
    return new Scoped(ctx, isRequest ? executeUntil(this.#pool, ctx.deadline) : this.#execute);
  }

  /** Runs a statement that works across tenants. */
  system<Row>(statement: Statement<Row, 'system'>, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#execute<Row>(statement.name, statement.text, values);
  }

  override raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#execute<Row>(name, text, values);
  }

  /**
   * Runs work in a transaction. Its events are stored with it and sent after the commit; with an Idempotency-Key in
   * the context, what the work answers is kept with it too, so work must answer what its handler answers. A deadlock
   * runs it again. Throws `service_unavailable` when the database is out.
   * @param request Whose key it is, where the work is of a workspace: keys belong to one of its modes.
   */
  override async transaction<C extends TenantContext | WorkspaceContext, T>(
    ctx: C,
    work: (tx: Transaction<C>) => Promise<T>,
    request: TenantContext | null = ctx.tenant.mode === null ? null : (ctx as TenantContext),
  ): Promise<T> {
    const { result, tx } = await this.#again(() => this.#attempt(ctx, work, request));
    this.#committed([tx]);
    return result;
  }

  /**
   * Runs work of several tenants in one transaction. Opened parts emit events and give hints like a transaction of
   * their own. A deadlock runs it again. Throws `service_unavailable` when the database is out.
   */
  override async batchTransaction(
    work: (tx: SqlTransaction, open: <C extends ScopedContext>(ctx: C) => Transaction<C>) => Promise<void>,
  ): Promise<void> {
    const parts = await this.#again(() =>
      this.#inTransaction(async (execute, underway) => {
        const opened: Transaction<ScopedContext>[] = [];
        await work({ raw: execute }, (ctx) => {
          const tx = new Transaction(ctx, execute, this.#rows, underway);
          opened.push(tx);
          return tx;
        });
        for (const tx of opened) this.#store(tx, underway);
        return opened;
      }),
    );
    this.#committed(parts);
  }

  /**
   * Takes the Idempotency-Key of a request, if it has one, before work whose effect is not in the database and that
   * must not hold a transaction open. What the handler's transaction answers is then kept under it; a handler that
   * throws gives it back. Throws `idempotency_in_progress`, or what has the earlier answer sent.
   */
  async reserveKey(ctx: TenantContext): Promise<void> {
    const claim = ctx.idempotency;
    if (claim === undefined) return;
    await this.#inTransaction((execute) => this.idempotency.reserve(new Scoped(ctx, execute), claim));
    this.idempotency.reserved(claim);
  }

  override rawTransaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
    return this.#inTransaction((execute) => work({ raw: execute }));
  }

  #attempt<C extends TenantContext | WorkspaceContext, T>(
    ctx: C,
    work: (tx: Transaction<C>) => Promise<T>,
    request: TenantContext | null,
  ) {
    return this.#inTransaction(async (execute, underway) => {
      const tx = new Transaction(ctx, execute, this.#rows, underway);
      const claim = request?.idempotency;
      if (request === null || claim === undefined) {
        const result = await work(tx);
        this.#store(tx, underway);
        return { result, tx };
      }
      const keys = new Scoped(request, execute);
      await this.idempotency.lock(keys, claim);
      const result = await work(tx);
      this.#store(tx, underway);
      underway.add(this.idempotency.save(keys, claim, result));
      tx.afterCommit(() => this.idempotency.saved(claim));
      return { result, tx };
    });
  }

  /** Writes the events of a transaction beside its rows. */
  #store(tx: Transaction<ScopedContext>, underway: PipelinedStatements): void {
    if (tx.events.length === 0) return;
    if (this.sink === undefined) throw new Error('a service that emits events needs EventsModule');
    underway.add(this.sink.write(tx, tx.ctx, tx.events));
  }

  #committed(parts: readonly Transaction<ScopedContext>[]): void {
    if (parts.some(({ events }) => events.length > 0)) this.sink?.committed();
    for (const callback of parts.flatMap(({ callbacks }) => callbacks)) callback();
  }

  /** Runs a transaction again that lost a race. */
  async #again<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (!isSerializationFailure(error)) throw error;
        if (attempt >= ATTEMPTS) throw new ApiError('service_unavailable', { cause: error });
        await wait(Math.random() * BACK_OFF_MS * attempt);
      }
    }
  }

  async #inTransaction<T>(work: (execute: Execute, underway: PipelinedStatements) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asApiError(error);
    });
    // A connection that breaks fails the statements on it; without a listener it would end the process as well.
    client.on('error', ignore);
    try {
      return await within(client, work);
    } catch (error) {
      throw asApiError(error);
    } finally {
      client.off('error', ignore);
      client.release();
    }
  }
}

/**
 * Statements that need no answer to go on (BEGIN, rows and events that are written last, COMMIT) are sent without
 * waiting, so that a transaction which reads nothing is a single round trip.
 */
async function within<T>(
  client: PoolClient,
  work: (execute: Execute, underway: PipelinedStatements) => Promise<T>,
): Promise<T> {
  const underway = new PipelinedStatements();
  underway.add(send(client, 'BEGIN'));
  try {
    const result = await work(executeOn(client), underway);
    const committing = send(client, 'COMMIT');
    committing.catch(ignore);
    await underway.ended();
    const { command } = await committing;
    // After a failed statement PostgreSQL answers COMMIT with a rollback: work that went on regardless has done nothing.
    if (command !== 'COMMIT') throw new Error('a statement had failed, so nothing was committed');
    return result;
  } catch (error) {
    // A rollback on a connection that is gone fails too; the first error is the one that matters.
    await client.query('ROLLBACK').catch(ignore);
    // Of statements that nobody waited for, too: what came after one that failed only says that one had.
    await underway.ended();
    throw error;
  }
}
