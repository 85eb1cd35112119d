import { uuidOf } from '@parley/contracts';
import type { ScopedContext, TenantContext } from '@parley/kernel';
import type { Execute } from './execute.ts';
import type { Statement } from './statement.ts';

/** What a context may run: tenant data only with a tenant. */
export type StatementFor<C, Row> = C extends TenantContext
  ? Statement<Row, 'tenant' | 'workspace'>
  : Statement<Row, 'workspace'>;

/** Access to the data of one workspace, and to nothing else. */
export class Scoped<C extends ScopedContext> {
  /** The workspace as SQL knows it. */
  readonly workspace: string;

  constructor(
    readonly ctx: C,
    protected readonly execute: Execute,
  ) {
    this.workspace = uuidOf('workspace', ctx.tenant.workspaceId);
  }

  /** Runs a prepared statement; the tenant is bound here, the values follow it. */
  query<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const tenant = statement.tenancy === 'tenant' ? [this.workspace, this.ctx.tenant.mode] : [this.workspace];
    return this.execute<Row>(statement.name, statement.text, [...tenant, ...values]);
  }

  /** The first row, or `undefined`. */
  async one<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(statement, values))[0];
  }
}
