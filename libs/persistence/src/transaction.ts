import type { EntityTarget } from 'typeorm';
import type { z } from 'zod';
import { ApiError, type EventDefinition } from '@parley/contracts';
import type { EmittingTransaction, PendingEvent, ScopedContext, TenantContext } from '@parley/kernel';
import { uniqueViolation } from './errors.ts';
import type { Execute } from './execute.ts';
import type { RowStatements } from './row-statements.ts';
import type { TenantRow, WorkspaceRow } from './rows.ts';
import { Scoped, type StatementFor } from './scoped.ts';
import type { Statement } from './statement.ts';

/** What identifies and owns a row is written once and by this class alone. */
type Fixed = 'id' | 'workspace_id' | 'version' | 'created_at' | 'updated_at';
/** The mode belongs to the tenant; a row of a workspace may have a column of this name like any other. */
type Mode<Row> = Row extends TenantRow ? 'mode' : never;
/** Rows that a context may write. */
type RowOf<C> = C extends TenantContext ? TenantRow : WorkspaceRow;
interface Versioned {
  id: string;
  version: number;
}
export type NewRow<Row> = Omit<Row, Exclude<Fixed, 'id'> | Mode<Row>> & { created_at?: Date };
export type RowChanges<Row> = Partial<Omit<Row, Fixed | Mode<Row>>>;

/** Statements that are on their way, whose answers nobody waits for before the commit. */
export class PipelinedStatements {
  readonly #statements: Promise<unknown>[] = [];

  add(statement: Promise<unknown>): void {
    // Whoever asks in the end is told; until then a failure is not "unhandled".
    statement.catch(() => undefined);
    this.#statements.push(statement);
  }

  /** Throws the first failure, which is the one that matters: those after it fail because of it. */
  async ended(): Promise<void> {
    for (const statement of this.#statements) await statement;
  }
}

/** A running transaction of one workspace: rows and events of it commit together or not at all. */
export class Transaction<C extends ScopedContext = TenantContext>
  extends Scoped<C>
  implements EmittingTransaction<C>
{
  readonly events: PendingEvent[] = [];
  readonly callbacks: (() => void)[] = [];

  constructor(
    ctx: C,
    execute: Execute,
    private readonly rows: RowStatements,
    private readonly underway: PipelinedStatements,
  ) {
    super(ctx, execute);
  }

  /** Calls back once the transaction has committed: for hints that may be lost, never for what must happen. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /**
   * Runs a part of the work in a savepoint: what it throws undoes that part with its events, and leaves the rest. Only
   * what it waited for can fail alone; a failure of what is underway ends the transaction. Parts do not overlap.
   */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const [events, callbacks] = [this.events.length, this.callbacks.length];
    this.underway.add(this.raw('savepoint', 'savepoint part', []));
    try {
      const result = await work();
      const released = this.raw('savepoint.release', 'release savepoint part', []);
      released.catch(() => undefined);
      await this.underway.ended();
      await released;
      return result;
    } catch (error) {
      this.events.length = events;
      this.callbacks.length = callbacks;
      await this.raw('savepoint.rollback', 'rollback to savepoint part', []);
      throw error;
    }
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

  /**
   * The row of a `for update` statement, or `undefined`: locked until the transaction ends, so that what is decided
   * from it still holds when it is written. Throws `precondition_failed` when the request's `If-Match` names other
   * versions than the row has.
   */
  async lock<Row extends { version: number }>(
    statement: StatementFor<C, Row>,
    values: readonly unknown[],
    versionOf: (row: Row) => number = ({ version }) => version,
  ): Promise<Row | undefined> {
    const row = await this.one<Row>(statement, values);
    if (row !== undefined) requireMatch(this.ctx, versionOf(row));
    return row;
  }

  /**
   * Inserts a row of this tenant or workspace, at version 1. With `onDuplicate` it waits for the outcome, and throws
   * `duplicate_value` naming it for a taken value; without, the transaction goes on at once and fails at its end.
   */
  async insert<Row extends RowOf<C>>(
    entity: EntityTarget<Row>,
    row: NewRow<Row>,
    onDuplicate?: string,
  ): Promise<Row> {
    const at = row.created_at ?? new Date();
    const times = { created_at: at, updated_at: at };
    const complete = { ...row, ...this.#scope(), version: 1, ...times } as unknown as Row;
    const { name, text, values } = this.rows.insert(entity, complete);
    const inserted = this.execute(name, text, values);
    if (onDuplicate === undefined) {
      this.underway.add(inserted);
      return complete;
    }
    try {
      await inserted;
    } catch (error) {
      throw uniqueViolation(error) === null ? error : duplicateValue(onDuplicate);
    }
    return complete;
  }

  /**
   * Writes those of many rows of this tenant that are not there yet, each complete with its version and times. Answers
   * their ids. Throws `duplicate_value` naming `onDuplicate` for a taken value.
   */
  async insertMissing<Row extends TenantRow>(
    this: Transaction,
    entity: EntityTarget<Row>,
    rows: readonly Omit<Row, 'workspace_id' | 'mode'>[],
    onDuplicate: string,
  ): Promise<string[]> {
    const complete = rows.map(
      (row) => ({ ...row, workspace_id: this.workspace, mode: this.ctx.tenant.mode }) as unknown as Row,
    );
    const { name, text, values } = this.rows.insertMissing(entity, complete);
    const written = await this.execute<{ id: string }>(name, text, values).catch((error: unknown) => {
      throw uniqueViolation(error) === null ? error : duplicateValue(onDuplicate);
    });
    return written.map(({ id }) => id);
  }

  /**
   * Changes a row that was read `for update` in this transaction: one version up. Answers the row as it is now. With
   * `onDuplicate` it waits for the outcome, as {@link insert} does.
   */
  async update<Row extends RowOf<C> & Versioned, R extends Versioned & Partial<Row>>(
    entity: EntityTarget<Row>,
    row: R,
    changes: RowChanges<Row>,
    onDuplicate?: string,
  ): Promise<R> {
    const next = { ...changes, version: row.version + 1, updated_at: new Date() };
    const key = { ...this.#scope(), id: row.id, version: row.version };
    const { name, text, values } = this.rows.update(entity, key, next);
    const updated = this.execute(name, text, values).then(([changed]) => {
      if (changed === undefined) throw new Error('a row changed although it was locked');
    });
    if (onDuplicate === undefined) {
      this.underway.add(updated);
    } else {
      await updated.catch((error: unknown) => {
        throw uniqueViolation(error) === null ? error : duplicateValue(onDuplicate);
      });
    }
    return { ...row, ...next };
  }

  /** Deletes a row; answers whether there was one. Throws `precondition_failed` as {@link lock} does. */
  async remove<Row extends TenantRow>(
    this: Transaction,
    entity: EntityTarget<Row>,
    id: string,
  ): Promise<boolean> {
    const { name, text, values } = this.rows.remove(entity, { ...this.#scope(), id });
    const [removed] = await this.execute<{ version: number }>(name, text, values);
    // What was deleted meanwhile comes back with the transaction.
    if (removed !== undefined) requireMatch(this.ctx, removed.version);
    return removed !== undefined;
  }

  /** The columns that say whom a row belongs to. */
  #scope(): { workspace_id: string; mode?: string } {
    const { mode } = this.ctx.tenant;
    return { workspace_id: this.workspace, ...(mode === null ? {} : { mode }) };
  }
}

function requireMatch({ ifMatch }: ScopedContext, version: number): void {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(String(version))) return;
  throw new ApiError('precondition_failed');
}

/** 422: another row of the workspace already has this value. */
export function duplicateValue(param: string): ApiError {
  const message = `another record already has this ${param}`;
  return new ApiError('duplicate_value', {
    param,
    message: `${param}: ${message}`,
    details: [{ code: 'duplicate_value', param, message }],
  });
}
