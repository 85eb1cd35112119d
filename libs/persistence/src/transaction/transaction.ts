import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import { ApiError, type AttributesOf, type EventDefinition } from '@parley/contracts';
import type {
  EmittingTransaction,
  PendingEvent,
  TenantOrWorkspaceContext,
  TenantContext,
} from '@parley/runtime/context';
import { uniqueViolation } from '../errors.ts';
import type { Execute } from '../client/execute.ts';
import type { RowStatements } from '../statements/row-statements.ts';
import type { TenantRow, WorkspaceRow } from '../statements/rows.ts';
import { TenantDatabase, type LockingFor, type StatementFor } from './tenant-database.ts';
import type { Statement } from '../statements/statement.ts';

/** How often a lock looks for the row that has taken the place of another one. */
const FOLLOWED_MAX = 10;

/** The parameters that may have the value of another row. */
type Duplicates = string | readonly [string, ...string[]];

type Managed = 'id' | 'workspace_id' | 'version' | 'created_at' | 'updated_at';
/** The mode of a tenant's row is managed; a row of a workspace may have a column of this name like any other. */
type Mode<Row> = Row extends TenantRow ? 'mode' : never;
type RowOf<C> = C extends TenantContext ? TenantRow : WorkspaceRow;
interface Versioned {
  id: string;
  version: number;
}
export type NewRow<Row> = Omit<Row, Exclude<Managed, 'id'> | Mode<Row>> & { created_at?: Date };
export type RowChanges<Row> = Partial<Omit<Row, Managed | Mode<Row>>>;

/** Statements that were sent without waiting for their results, which are checked before the commit. */
export class PipelinedStatements {
  readonly #statements: Promise<unknown>[] = [];

  add(statement: Promise<unknown>): void {
    // `completed` reports a failure; until then it is not an unhandled rejection.
    statement.catch(() => undefined);
    this.#statements.push(statement);
  }

  get count(): number {
    return this.#statements.length;
  }

  /** Forgets the statements behind the first `count`, which were undone. */
  keep(count: number): void {
    this.#statements.length = count;
  }

  /** Throws the first failure: statements behind it fail because of it. */
  async completed(): Promise<void> {
    for (const statement of this.#statements) await statement;
  }
}

/** A transaction of one workspace, whose rows and events commit together or not at all. */
export class Transaction<C extends TenantOrWorkspaceContext = TenantContext>
  extends TenantDatabase<C>
  implements EmittingTransaction<C>
{
  readonly events: PendingEvent[] = [];
  readonly callbacks: (() => void)[] = [];

  constructor(
    ctx: C,
    execute: Execute,
    private readonly rows: RowStatements,
    private readonly pipeline: PipelinedStatements,
  ) {
    super(ctx, execute);
  }

  /** Calls back after the commit. A crash in between loses the call: for hints only. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Runs work in a savepoint, which undoes it and its events alone. Savepoints must not overlap. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const [events, callbacks] = [this.events.length, this.callbacks.length];
    this.pipeline.add(this.raw('savepoint', 'savepoint part', []));
    const sent = this.pipeline.count;
    try {
      const result = await work();
      const released = this.raw('savepoint.release', 'release savepoint part', []);
      released.catch(() => undefined);
      await this.pipeline.completed();
      await released;
      return result;
    } catch (error) {
      this.events.length = events;
      this.callbacks.length = callbacks;
      this.pipeline.keep(sent);
      await this.raw('savepoint.rollback', 'rollback to savepoint part', []);
      throw error;
    }
  }

  emit<E extends EventDefinition>(
    definition: E,
    data: z.output<E['data']>,
    previous: Partial<z.output<E['data']>> | null = null,
    attributes?: AttributesOf<E>,
  ): void {
    this.events.push({ definition, data, previous, ...(attributes && { attributes }) });
  }

  raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.execute<Row>(name, text, values);
  }

  system<Row>(statement: Statement<Row, 'system'>, values: readonly unknown[] = []): Promise<Row[]> {
    return this.execute<Row>(statement.name, statement.text, values);
  }

  /** Sends a statement whose result nobody needs, without waiting for it: a failure rolls the transaction back. */
  write(statement: StatementFor<C, never>, values: readonly unknown[]): void {
    this.pipeline.add(this.query(statement, values));
  }

  /** Locks rows, and returns them as they are then. */
  async lockAll<Row>(locking: LockingFor<C, Row>, values: readonly unknown[]): Promise<Row[]> {
    if (!('lock' in locking)) return this.query<Row>(locking, values);
    const { lock, read, follows } = locking as {
      lock: StatementFor<C, { id: string }>;
      read: StatementFor<C, Row>;
      follows?: StatementFor<C, { id: string }>;
    };
    let locked = await this.query<{ id: string }>(lock, values);
    const isOvertaken = async () =>
      locked.length === 0 && follows !== undefined && (await this.one(follows, values)) !== undefined;
    for (let again = 1; again <= FOLLOWED_MAX && (await isOvertaken()); again += 1)
      locked = await this.query<{ id: string }>(lock, values);
    return locked.length === 0 ? [] : this.query<Row>(read, [locked.map(({ id }) => id)]);
  }

  /** Locks one row as {@link lockAll} does. Throws `precondition_failed` if `If-Match` lacks its version. */
  async lock<Row extends { version: number }>(
    locking: LockingFor<C, Row>,
    values: readonly unknown[],
    versionOf: (row: Row) => number = ({ version }) => version,
  ): Promise<Row | undefined> {
    const [row] = await this.lockAll<Row>(locking, values);
    if (row !== undefined) requireMatch(this.ctx, versionOf(row));
    return row;
  }

  /** Inserts a row at version 1. Throws `duplicate_value` with the param `onDuplicate`; without one the write is pipelined. */
  async insert<Row extends RowOf<C>>(
    entity: Type<Row>,
    row: NewRow<Row>,
    onDuplicate?: Duplicates,
  ): Promise<Row> {
    const at = row.created_at ?? new Date();
    const times = { created_at: at, updated_at: at };
    const complete = { ...row, ...this.#owner(), version: 1, ...times } as unknown as Row;
    await this.#settle(this.execute(...this.rows.insert(entity, complete)), onDuplicate);
    return complete;
  }

  /** Inserts the rows whose id does not exist yet, with their versions and times, and returns their ids. Throws as {@link insert}. */
  async insertMissing<Row extends TenantRow>(
    this: Transaction,
    entity: Type<Row>,
    rows: readonly Omit<Row, 'workspace_id' | 'mode'>[],
    onDuplicate: Duplicates,
  ): Promise<string[]> {
    const complete = rows.map((row) => ({ ...row, ...this.#owner() }) as unknown as Row);
    const statement = this.rows.insertMissing(entity, complete);
    const written = await this.execute<{ id: string }>(...statement).catch(rethrowDuplicate(onDuplicate));
    return written.map(({ id }) => id);
  }

  /** Updates a row that was locked in this transaction, and returns the new one. `onDuplicate` as in {@link insert}. */
  async update<Row extends RowOf<C> & Versioned, R extends Versioned & Partial<Row>>(
    entity: Type<Row>,
    row: R,
    changes: RowChanges<Row>,
    onDuplicate?: Duplicates,
  ): Promise<R> {
    const next = { ...changes, version: row.version + 1, updated_at: new Date() };
    const key = { ...this.#owner(), id: row.id, version: row.version };
    const updated = this.execute(...this.rows.update(entity, key, next)).then(([changed]) => {
      if (changed === undefined) throw new Error('the row was changed after it had been read: lock it first');
    });
    await this.#settle(updated, onDuplicate);
    return { ...row, ...next };
  }

  /** Deletes a row and returns whether it existed. Throws `precondition_failed` as {@link lock} does. */
  async remove<Row extends TenantRow>(this: Transaction, entity: Type<Row>, id: string): Promise<boolean> {
    const statement = this.rows.remove(entity, { ...this.#owner(), id });
    const [removed] = await this.execute<{ version: number }>(...statement);
    // The error rolls the deletion back.
    if (removed !== undefined) requireMatch(this.ctx, removed.version);
    return removed !== undefined;
  }

  /** Pipelines a write, or waits for it where a unique violation is an error of the caller. */
  async #settle(written: Promise<unknown>, onDuplicate: Duplicates | undefined): Promise<void> {
    if (onDuplicate === undefined) this.pipeline.add(written);
    else await written.catch(rethrowDuplicate(onDuplicate));
  }

  #owner(): { workspace_id: string; mode?: string } {
    const { mode } = this.ctx.tenant;
    return { workspace_id: this.workspace, ...(mode === null ? {} : { mode }) };
  }
}

function requireMatch({ ifMatch }: TenantOrWorkspaceContext, version: number): void {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(String(version))) return;
  throw new ApiError('precondition_failed');
}

/** The error of the parameter that the constraint is named after, which ends with its name. */
const rethrowDuplicate =
  (params: Duplicates) =>
  (error: unknown): never => {
    const constraint = uniqueViolation(error);
    if (constraint === null) throw error;
    const [first, ...others] = typeof params === 'string' ? [params] : params;
    throw duplicateValue(others.find((param) => constraint.endsWith(`_${param}`)) ?? first);
  };

/** 422: another row of the workspace already has this value. */
export function duplicateValue(param: string): ApiError {
  const message = `another record already has this ${param}`;
  return new ApiError('duplicate_value', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'duplicate_value', param, message }],
  });
}
