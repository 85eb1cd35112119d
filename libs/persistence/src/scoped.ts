import type { EntityManager, EntityTarget, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { ApiError, uuidOf, type ListQuery } from '@parley/contracts';
import type { ScopedContext, TenantContext } from '@parley/kernel';
import { asApiError, brokenUnique } from './errors.ts';
import type { Execute } from './execute.ts';
import { pageOfRows, type ListDefinition, type RowPage } from './list.ts';
import type { TenantRow } from './rows.ts';
import type { Statement } from './statement.ts';

type StatementFor<C, Row> = C extends TenantContext
  ? Statement<Row, 'tenant' | 'workspace'>
  : Statement<Row, 'workspace'>;

/** What identifies and owns a row is written once and by this class alone. */
type Fixed = 'id' | 'workspace_id' | 'mode' | 'version' | 'created_at' | 'updated_at';
export type NewRow<Row extends TenantRow> = Omit<Row, Exclude<Fixed, 'id'>> & { created_at?: Date };
export type RowChanges<Row extends TenantRow> = Partial<Omit<Row, Fixed>>;

/** Access to the data of one workspace, and to nothing else. */
export class Scoped<C extends ScopedContext> {
  /** The workspace as SQL knows it. */
  readonly workspace: string;

  constructor(
    readonly ctx: C,
    protected readonly execute: Execute,
    protected readonly manager: EntityManager,
  ) {
    this.workspace = uuidOf('workspace', ctx.tenant.workspaceId);
  }

  /** Runs a prepared statement; the tenant is bound here, the values follow it. */
  query<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const scope = statement.scope === 'tenant' ? [this.workspace, this.ctx.tenant.mode] : [this.workspace];
    return this.execute<Row>(statement.name, statement.text, [...scope, ...values]);
  }

  /** The first row, or `undefined`. */
  async one<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(statement, values))[0];
  }

  /** A page of a list with its total count. */
  page<Row>(
    this: Scoped<TenantContext>,
    list: ListDefinition<Row>,
    query: ListQuery & Record<string, unknown>,
  ): Promise<RowPage<Row>> {
    return pageOfRows(list, query, [this.workspace, this.ctx.tenant.mode], this.execute);
  }

  /** Inserts a row of this tenant, at version 1. Throws `duplicate_value` naming `onDuplicate` for a taken value. */
  async insert<Row extends TenantRow>(
    this: Scoped<TenantContext>,
    entity: EntityTarget<Row>,
    row: NewRow<Row>,
    onDuplicate?: string,
  ): Promise<Row> {
    const at = row.created_at ?? new Date();
    const complete = {
      ...row,
      workspace_id: this.workspace,
      mode: this.ctx.tenant.mode,
      version: 1,
      created_at: at,
      updated_at: at,
    } as unknown as Row;
    try {
      await this.manager.insert(entity, complete as QueryDeepPartialEntity<Row>);
    } catch (error) {
      if (onDuplicate === undefined || brokenUnique(error) === null) throw asApiError(error);
      throw duplicateValue(onDuplicate);
    }
    return complete;
  }

  /** Changes a row that was read `for update` in this transaction: one version up. Answers the row as it is now. */
  async update<Row extends TenantRow, R extends Row>(
    this: Scoped<TenantContext>,
    entity: EntityTarget<Row>,
    row: R,
    changes: RowChanges<Row>,
  ): Promise<R> {
    const next = { ...changes, version: row.version + 1, updated_at: new Date() };
    const where = { ...this.#where<Row>(row.id), version: row.version } as FindOptionsWhere<Row>;
    const { affected } = await this.manager
      .update(entity, where, next as unknown as QueryDeepPartialEntity<Row>)
      .catch(rethrow);
    if (affected !== 1) throw new Error('a row changed although it was locked');
    return { ...row, ...next };
  }

  /** Deletes a row; answers whether there was one. */
  async remove<Row extends TenantRow>(
    this: Scoped<TenantContext>,
    entity: EntityTarget<Row>,
    id: string,
  ): Promise<boolean> {
    const { affected } = await this.manager.delete(entity, this.#where<Row>(id)).catch(rethrow);
    return affected === 1;
  }

  #where<Row extends TenantRow>(id: string): FindOptionsWhere<Row> {
    return { id, workspace_id: this.workspace, mode: this.ctx.tenant.mode } as FindOptionsWhere<Row>;
  }
}

function rethrow(error: unknown): never {
  throw asApiError(error);
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
