import { COUNT_CAP, type Bind, type Filter, type ListDefinition, type SetSize } from './list.ts';

/** A filter whose rows are found by an index of its own, in no useful order. */
export interface SetPredicate {
  readonly size: SetSize;
  readonly set: string;
  readonly row: string;
  readonly indexOnly: boolean;
}

export interface Predicates {
  readonly list: ListDefinition<unknown>;
  /** Values of the parameters behind those of the tenant; the plain predicates come first. */
  readonly values: readonly unknown[];
  /** Number of the parameters that are bound, with those of the tenant. */
  readonly parameters: number;
  readonly plain: readonly string[];
  readonly plainValues: number;
  /** Some of these are evaluated on entries of the index, if no row is read with them. */
  readonly isScanned: boolean;
  /** Those that rows are found by, the smallest first as far as that is known. */
  readonly sets: readonly SetPredicate[];
  readonly total: string;
  readonly cap: number;
}

const BY_SIZE: Readonly<Record<SetSize, number>> = { small: 0, unknown: 1, large: 2 };

export function compile(list: ListDefinition<unknown>, query: Record<string, unknown>): Predicates {
  const values: unknown[] = [];
  const tenantValues = list.shared === true ? 1 : 2;
  const bind = (value: unknown) => `$${values.push(value) + tenantValues}`;
  const used = Object.entries(list.filters)
    .filter(([name]) => query[name] !== undefined)
    .map(([name, filter]) => ({ name, filter, input: query[name] as never }))
    .map((one) => ({ ...one, size: sizeOf(one.filter, one.input, query['sort']) }));
  const plain = used.flatMap(({ filter, input, size }) =>
    size === undefined ? [indexPredicate(filter, input, bind)] : [],
  );
  const plainValues = values.length;
  const isScanned = used.some(({ filter, input }) => filter.isScanned?.(input) === true);
  const sets = used.flatMap(({ filter, input, size }) => {
    if (size === undefined) return [];
    const indexOnly = filter.indexOnly === true;
    if (filter.composed !== undefined) {
      const sql = filter.composed(bind);
      return { size, set: sql, row: sql, indexOnly };
    }
    const [sql, value] = [sqlOf(filter, input), bind(filter.value(input))];
    return {
      size,
      set: sql.replaceAll('?', value),
      row: (filter.rowSql ?? sql).replaceAll('?', value),
      indexOnly,
    };
  });
  sets.sort((a, b) => BY_SIZE[a.size] - BY_SIZE[b.size]);
  const compiled = {
    list,
    values,
    plain,
    plainValues,
    isScanned,
    sets,
    parameters: tenantValues + values.length,
  };
  return list.countedBy !== undefined && used.every(({ name }) => name === list.countedBy)
    ? { ...compiled, total: countedRows(list.table, keyOf(used[0]?.input)), cap: Infinity }
    : { ...compiled, total: cappedCount(list.table, where(compiled), COUNT_CAP), cap: COUNT_CAP };
}

/** How many rows a filter finds by an index of its own; undefined where that of the sort evaluates it. */
export function sizeOf({ set, plainIn }: Filter, input: never, sort: unknown): SetSize | undefined {
  if (plainIn !== undefined && plainIn === sort) return undefined;
  return typeof set === 'function' ? set(input) : set;
}

function keyOf(input: unknown): string {
  if (input === undefined) return '';
  return Array.isArray(input) && input.length > 1 ? ' and key = any($3::text[])' : ' and key = $3::text';
}

/** A predicate without `?` has no value. */
const withValue = (sql: string, bind: () => string): string =>
  sql.includes('?') ? sql.replaceAll('?', bind()) : sql;

const sqlOf = ({ sql }: Filter, input: never) => (typeof sql === 'string' ? sql : sql(input));

/** The predicate that an index evaluates, with its values bound. */
const indexPredicate = (filter: Filter, input: never, bind: Bind): string =>
  filter.composed?.(bind) ?? withValue(sqlOf(filter, input), () => bind(filter.value(input)));

/** The predicate of a row that was found in another way, with its values bound. */
export const rowPredicate = (filter: Filter, input: never, bind: Bind): string =>
  filter.rowSql === undefined
    ? indexPredicate(filter, input, bind)
    : withValue(filter.rowSql, () => bind(filter.value(input)));

/** The condition of all matches: rows of `by`, and the others on each: two large sets would be searched for each other's rows. */
export function where(
  { list, plain, sets }: Pick<Predicates, 'list' | 'plain' | 'sets'>,
  by?: SetPredicate,
  found = by?.set,
): string {
  const others = sets.filter((one) => one !== by).map(({ row }) => row);
  return [ofTenant(list), ...plain, ...others, ...(found === undefined ? [] : [found])].join(' and ');
}

/** As {@link where}, for a statement that reads columns which the index of `by` does not have. */
export function whereReadingRows(predicates: Predicates, by?: SetPredicate): string {
  if (by?.indexOnly !== true) return where(predicates, by);
  const { list } = predicates;
  const ids = `select id from ${list.table} where ${ofTenant(list)} and ${by.set}`;
  return where(predicates, by, `id = any(array(${ids}))`);
}

/** Counts the rows of a table, up to one more than `cap`. */
export const cappedCount = (table: string, condition: string, cap: number): string =>
  `select count(*)::int from (select 1 from ${table} where ${condition} limit ${cap + 1}) matching`;

/** The condition of the rows that a list may show at all. */
export const ofTenant = ({ shared }: ListDefinition<unknown>): string =>
  shared === true ? 'workspace_id = $1' : 'workspace_id = $1 and mode = $2';

/** Sums the row counters of the tenant (count-rows.sql); with a condition, of the rows with certain values. */
function countedRows(table: string, condition: string): string {
  return `select coalesce(sum(n), 0)::int from row_count
    where workspace_id = $1 and mode = $2 and counted = '${table}'${condition}`;
}
