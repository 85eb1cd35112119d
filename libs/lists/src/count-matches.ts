import type { FilterTests } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { TenantDatabase } from '@parley/persistence';
import type { Filter, ListDefinition } from './list.ts';
import { compile, ofTenant, rowPredicate, type Predicates } from './predicates.ts';
import { narrowByFilter } from './record-filter.ts';
import { runStatement } from './strategy.ts';

/** Records of one way to the matches of a filter that are looked at to count them: 10 ms. */
const SCANNED_MAX = 10_000;

export interface BoundedCount {
  readonly count: number;
  /** There may be more, as counting has stopped at its limit. */
  readonly isBound: boolean;
}

/**
 * Counts the matches of a filter up to `cap`. Whatever a workspace has, no more than a bounded number of records is looked at: those that
 * the most selective of its conditions finds, else the newest.
 */
export async function countMatches(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<unknown>,
  tests: FilterTests,
  cap: number,
): Promise<BoundedCount> {
  const { list: narrowed, query } = narrowByFilter<unknown, Record<string, unknown>>(list, {}, tests);
  const predicates = compile(narrowed, query);
  if (predicates.cap === Infinity) {
    const total = await numberOf(scope, narrowed, `select (${predicates.total}) as n`, predicates.values);
    return bounded(total, true, cap);
  }
  return countScanned(scope, narrowed, query, cap);
}

async function numberOf(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<unknown>,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await runStatement<{ n: number }>(scope, list, { text, values });
  return row?.n ?? 0;
}

const bounded = (count: number, isComplete: boolean, cap: number): BoundedCount => ({
  count: Math.min(count, cap),
  isBound: count > cap || !isComplete,
});

async function countScanned(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<unknown>,
  query: Record<string, unknown>,
  cap: number,
): Promise<BoundedCount> {
  const lead = leadOf(list, query);
  const { [lead ?? '']: leading, ...others } = query;
  const predicates = compile(list, others);
  const values = [...predicates.values];
  const bind = (value: unknown) =>
    `$${predicates.parameters - predicates.values.length + values.push(value)}`;
  const ways =
    lead === undefined
      ? [undefined]
      : [...new Set(leading as string[])].map((value) =>
          rowPredicate(list.filters[lead] as Filter, [value] as never, bind),
        );
  const limit = Math.ceil(SCANNED_MAX / ways.length);
  const text = ways.map((way) => scan(predicates, way, limit)).join(' union all ');
  const rows = await runStatement<{ scanned: number; matching: number }>(scope, list, { text, values });
  const isComplete = rows.every(({ scanned }) => scanned < limit);
  return bounded(
    rows.reduce((sum, { matching }) => sum + matching, 0),
    isComplete,
    cap,
  );
}

/** The parameter whose index finds few records, unless the index of another condition finds those of the query. */
function leadOf(
  { leading = [], countedBy, filters }: ListDefinition<unknown>,
  query: Record<string, unknown>,
) {
  const hasSet = Object.keys(filters).some(
    (name) => query[name] !== undefined && filters[name]?.set !== undefined && filters[name].set !== 'large',
  );
  return leading.find((name) => {
    const values = query[name];
    return Array.isArray(values) && !values.includes('none') && !(hasSet && name === countedBy);
  });
}

/** Counts among the first records of a way, by an index. */
function scan({ list, plain, sets }: Predicates, way: string | undefined, limit: number): string {
  const set = way === undefined ? sets.find(({ size }) => size !== 'large') : undefined;
  const found = [
    ofTenant(list),
    ...(way === undefined ? [] : [way]),
    ...(set === undefined ? [] : [set.set]),
  ];
  const order = set === undefined ? ' order by created_at desc, id desc' : '';
  const others = [...plain, ...sets.filter((one) => one !== set).map(({ row }) => row)];
  // The predicates may read any column; the statement returns numbers alone.
  // oxlint-disable-next-line statements/named-columns
  return `select count(*)::int as scanned, (count(*) filter (where ${others.join(' and ') || 'true'}))::int as matching
    from (select * from ${list.table} where ${found.join(' and ')}${order} limit ${limit}) ${list.table}`;
}
