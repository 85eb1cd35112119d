import {
  supportedTerms,
  uuidOf,
  type ListQuery,
  type SearchableResource,
  type SearchTerm,
} from '@parley/contracts';
import type { ScopedContext, TenantContext } from '@parley/kernel';
import type { Execute } from './execute.ts';
import type { ListDefinition, RowPage } from './list.ts';
import { pageOfRows } from './page-of-rows.ts';
import { bestMatches, pageOfMatches, type Matches } from './search/search-page.ts';
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
    query: ListQuery & { q?: readonly SearchTerm[] | undefined } & Record<string, unknown>,
  ): Promise<RowPage<Row>> {
    const tenant = [this.workspace, this.ctx.tenant.mode];
    const { q: terms, ...rest } = query;
    return terms === undefined || list.search === undefined
      ? pageOfRows(list, rest, tenant, this.execute)
      : pageOfMatches(list, list.search, terms, rest, tenant, this.execute);
  }

  /** What a query finds in a list, the best of the newest first; nothing when its records cannot have that. */
  async search<Row>(
    this: Scoped<TenantContext>,
    list: ListDefinition<Row>,
    searched: SearchableResource,
    { terms, limit }: { terms: readonly SearchTerm[]; limit: number },
  ): Promise<Matches<Row>> {
    const known = supportedTerms(terms, searched);
    if (known === null || list.search === undefined)
      return { rows: [], total_count: 0, total_count_relation: 'eq' };
    const tenant = [this.workspace, this.ctx.tenant.mode];
    return bestMatches(list, list.search, known, limit, tenant, this.execute);
  }
}
