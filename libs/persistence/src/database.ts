import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { z } from 'zod';
import { ApiError, type EventDefinition } from '@parley/contracts';
import {
  Transactor,
  type EmittingTransaction,
  type EventSink,
  type PendingEvent,
  type ScopedContext,
  type SqlTransaction,
  type TenantContext,
  type WorkspaceContext,
} from '@parley/kernel';
import { asApiError, isRaceLost } from './errors.ts';
import type { IdempotencyStore } from './idempotency/idempotency.store.ts';
import type { Execute } from './execute.ts';
import { Scoped } from './scoped.ts';
import type { Statement } from './statement.ts';

const ATTEMPTS = 3;

/** A running transaction of one workspace: rows and events of it commit together or not at all. */
export class Transaction<C extends ScopedContext = TenantContext>
  extends Scoped<C>
  implements EmittingTransaction<C>
{
  readonly events: PendingEvent[] = [];
  readonly callbacks: (() => void)[] = [];

  /** Calls back once the transaction has committed: for hints that may be lost, never for what must happen. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  emit<E extends EventDefinition>(
    definition: E,
    data: z.output<E['data']>,
    previous?: Partial<z.output<E['data']>>,
  ): void {
    this.events.push({ definition, data: data, previous: previous ?? null });
  }

  raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.execute<Row>(name, text, values);
  }

  /** Runs a statement that works across tenants inside this transaction. */
  system<Row>(statement: Statement<Row, 'system'>, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>(statement.name, statement.text, values);
  }
}

function executorOf(client: Pool | PoolClient): Execute {
  return async <Row>(name: string, text: string, values: readonly unknown[]) => {
    try {
      return (await client.query({ name, text, values: [...values] })).rows as Row[];
    } catch (error) {
      throw asApiError(error);
    }
  };
}

/** The database of one service. Everything that a service reads or writes goes through here. */
export class Database extends Transactor {
  readonly #execute: Execute;

  constructor(
    private readonly source: DataSource,
    private readonly sink: EventSink | undefined,
    private readonly idempotency: IdempotencyStore,
  ) {
    super();
    this.#execute = executorOf((source.driver as unknown as { master: Pool }).master);
  }

  /** Reads outside a transaction. */
  read<C extends ScopedContext>(ctx: C): Scoped<C> {
    return new Scoped(ctx, this.#execute, this.source.manager);
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
   */
  override async transaction<C extends TenantContext | WorkspaceContext, T>(
    ctx: C,
    work: (tx: Transaction<C>) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const committed = await this.#attempt(ctx, work).catch((error: unknown) => {
        if (!isRaceLost(error)) throw error;
        if (attempt >= ATTEMPTS) throw new ApiError('service_unavailable', { cause: error });
        return undefined;
      });
      if (committed === undefined) continue;
      const { result, tx } = committed;
      if (tx.events.length > 0) this.sink?.committed();
      for (const callback of tx.callbacks) callback();
      return result;
    }
  }

  override rawTransaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
    return this.#inTransaction((execute) => work({ raw: execute }));
  }

  #attempt<C extends TenantContext | WorkspaceContext, T>(ctx: C, work: (tx: Transaction<C>) => Promise<T>) {
    return this.#inTransaction(async (execute, manager) => {
      const tx = new Transaction(ctx, execute, manager);
      const claim = 'idempotency' in ctx ? ctx.idempotency : undefined;
      if (claim !== undefined) await this.idempotency.claim(tx as Scoped<TenantContext>, claim);
      const result = await work(tx);
      if (tx.events.length > 0) {
        if (this.sink === undefined) throw new Error('a service that emits events needs EventsModule');
        await this.sink.write(tx, ctx, tx.events);
      }
      if (claim !== undefined) {
        await this.idempotency.keep(tx as Scoped<TenantContext>, claim, result);
        tx.afterCommit(() => this.idempotency.kept(claim));
      }
      return { result, tx };
    });
  }

  async #inTransaction<T>(work: (execute: Execute, manager: EntityManager) => Promise<T>): Promise<T> {
    const runner: QueryRunner = this.source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      return await within(client, () => work(executorOf(client), runner.manager));
    } catch (error) {
      // TypeORM releases a runner whose connection is lost, and then knows nothing better to say than that it did.
      if (runner.isReleased && !(error instanceof ApiError))
        throw new ApiError('service_unavailable', { cause: error });
      throw asApiError(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

async function within<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work();
    const { command } = await client.query('COMMIT');
    // After a failed statement PostgreSQL answers COMMIT with a rollback: work that went on regardless has done nothing.
    if (command !== 'COMMIT') throw new Error('a statement had failed, so nothing was committed');
    return result;
  } catch (error) {
    // A rollback on a connection that is gone fails too; the first error is the one that matters.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
