import { uuidOf } from '@parley/contracts';
import type { TenantOrWorkspaceContext, TenantContext } from '@parley/runtime/context';
import type { Execute } from '../client/execute.ts';
import { systemStatement, type LockedRead, type Statement } from '../statements/statement.ts';

export type StatementFor<C, Row> = C extends TenantContext
  ? Statement<Row, 'tenant' | 'workspace'>
  : Statement<Row, 'workspace'>;

/** A `for update` statement, or a {@link LockedRead} where the row joins others. */
export type LockingFor<C, Row> =
  | StatementFor<C, Row>
  | (C extends TenantContext ? LockedRead<Row, 'tenant' | 'workspace'> : LockedRead<Row, 'workspace'>);

const readRunning = systemStatement<{ since: Date }>(
  'persistence.running_since',
  'transactions are those of the service, and no row of anybody is read',
  'select since from running_transactions()',
);

/** The database as one tenant sees it: every statement is limited to its workspace. */
export class TenantDatabase<C extends TenantOrWorkspaceContext> {
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

  async one<Row>(statement: StatementFor<C, Row>, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.query<Row>(statement, values))[0];
  }

  /** Statements from now on see all writes of transactions that began before this time, which may be long ago. */
  async runningSince(): Promise<Date> {
    const [row] = await this.execute<{ since: Date }>(readRunning.name, readRunning.text, []);
    if (row === undefined) throw new Error('running_transactions() returned nothing');
    return row.since;
  }
}
