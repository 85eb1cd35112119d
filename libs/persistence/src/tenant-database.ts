import { uuidOf } from '@parley/contracts';
import type { TenantOrWorkspaceContext, TenantContext } from '@parley/kernel';
import type { Execute } from './execute.ts';
import type { Statement } from './statement.ts';

/** The statements that a context may run: tenant data requires a tenant. */
export type StatementFor<C, Row> = C extends TenantContext
  ? Statement<Row, 'tenant' | 'workspace'>
  : Statement<Row, 'workspace'>;

/** The database as one tenant sees it: every statement is limited to its workspace. */
export class TenantDatabase<C extends TenantOrWorkspaceContext> {
  /** The uuid of the workspace. */
  readonly workspace: string;

  constructor(
    readonly ctx: C,
    protected readonly execute: Execute,
  ) {
    this.workspace = uuidOf('workspace', ctx.tenant.workspaceId);
  }

  /** Runs a prepared statement with the tenant bound before `values`. */
  query<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const tenant = statement.tenancy === 'tenant' ? [this.workspace, this.ctx.tenant.mode] : [this.workspace];
    return this.execute<Row>(statement.name, statement.text, [...tenant, ...values]);
  }

  /** The first row, or `undefined`. */
  async one<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(statement, values))[0];
  }
}
