import { countedRows } from './row-counts.ts';
import { COUNT_CAP, type Filter, type ListDefinition } from './list.ts';

/**
 * How rows are found: in the order of the sort until the page is full; or among so many in that order; or as the set
 * that indexes find, which is put in order then.
 */
export type Way = 'sorted' | 'walked' | 'gathered';

/**
 * So many rows are met on the way through the sorted ones, at most, before what matches is gathered and sorted after all:
 * it is all at the far end, or rare beside the other filters. Some 20 ms, or 0.1 s where each row is asked for its words.
 */
const WALKED = 20_000;

/** What the filters of a query let through, and SQL for how many rows that are. */
export interface Matching {
  /**
   * All filters, of those with two forms one as the set that an index finds. Its rows are asked for the others: of two large
   * sets PostgreSQL would look for each row of the one in all of the other.
   */
  gathered: string;
  /** Those that rows are not asked for on the way, and the others as what a row is asked, if there are. */
  indexed: string;
  asked: string | undefined;
  /** Of that one it is known that it finds few rows. */
  isFew: boolean;
  /** Whether there are any that rows are not asked for on the way. */
  isNarrowed: boolean;
  /** The set is that of a filter which is counted first: it is known to be small where it is gathered. */
  isOwnSet: boolean;
  values: unknown[];
  total: string;
  isCapped: boolean;
  isGathered: boolean;
}

/** How a page of what matches is to be looked for first. */
export function wayOf({ asked, isFew }: Matching): Way {
  return asked === undefined || isFew ? 'sorted' : 'walked';
}

/** What a statement needs to know of the rows to find, and of their order. */
interface Wanted {
  columns: string;
  /** What they are sorted by, and on which side of a row they are, if any. */
  by: string;
  order: 'asc' | 'desc';
  after?: string;
  /** `limit` and `offset`. */
  cut: string;
}

const both = (indexed: string, asked: string | undefined): string =>
  asked === undefined ? indexed : `${indexed} and ${asked}`;

/** SQL of rows of a list that match, in order. */
export function rowsOf(
  list: ListDefinition<unknown>,
  matching: Matching,
  way: Way,
  { columns, by, order, after = '', cut }: Wanted,
): string {
  const { table } = list;
  const { gathered, indexed, asked } = matching;
  const sorted = sortedBy({ by, order });
  if (way === 'gathered') {
    // The page is looked up by its ids, so that its rows alone are read as a whole.
    const ids = `select id from gathered where true${after} ${sorted} ${cut}`;
    return `with gathered as materialized (select ${by}, id from ${table} where ${gathered})
      select ${columns} from ${table} where ${tenantOf(list)} and id = any(array(${ids})) ${sorted}`;
  }
  if (way === 'sorted' || asked === undefined) {
    return `select ${columns} from ${table} where ${both(indexed, asked)}${after} ${sorted} ${cut}`;
  }
  const met = metOf(list, matching, { by, order, after, most: WALKED });
  return `select ${columns} from ${met} where ${asked} ${sorted} ${cut}`;
}

/** SQL of the first rows of a sort, so many at most, by the name of their table: without what rows are asked. */
export function metOf(
  { table }: ListDefinition<unknown>,
  { indexed }: Matching,
  { by, order, after = '', most }: Pick<Wanted, 'by' | 'order' | 'after'> & { most: number },
): string {
  return `(select * from ${table} where ${indexed}${after} ${sortedBy({ by, order })} limit ${most}) ${table}`;
}

const sortedBy = ({ by, order }: Pick<Wanted, 'by' | 'order'>) => `order by ${by} ${order}, id ${order}`;

/** Nobody counts further. */
export const CUT = `limit ${COUNT_CAP + 1}`;

/** SQL of how many rows were gathered, among the columns of what is found so. */
export const GATHERED = '(select count(*)::int from gathered)';

/** SQL of how many rows some SQL has. */
export const countedOf = (rows: string): string => `select count(*)::int from (${rows}) matching`;

/** What a query comes down to for a list. */
export function matchingOf(
  list: ListDefinition<unknown>,
  query: Record<string, unknown>,
  tenant: readonly unknown[],
): Matching {
  const values: unknown[] = list.shared === true ? tenant.slice(0, 1) : [...tenant];
  const used = Object.entries(list.filters).filter(([name]) => query[name] !== undefined);
  const conditions = used.map(([name, filter]) => conditionOf(filter, query[name] as never, values));
  const twofold = conditions.filter(({ row }) => row !== undefined);
  const found = twofold.find(({ few }) => few) ?? twofold[0];
  const others = conditions.map((one) => (one === found ? undefined : (one.row ?? one.set)));
  const all = (...some: readonly (string | undefined)[]) =>
    [tenantOf(list), ...some].filter((one) => one !== undefined).join(' and ');
  const asked = twofold.filter((one) => one !== found || !one.few).map(({ row }) => row);
  const where = all(...others, found?.set);
  const matching = {
    gathered:
      found?.apart === true
        ? all(...others, `id = any(array(select id from ${list.table} where ${all(found.set)}))`)
        : where,
    indexed: all(
      ...conditions.map(({ set, row }) => (row === undefined ? set : undefined)),
      found?.few === true ? found.set : undefined,
    ),
    asked: asked.length === 0 ? undefined : asked.join(' and '),
    isFew: found?.few === true,
    isOwnSet: found?.counts === true,
    isNarrowed: conditions.some(({ row }) => row === undefined),
    isGathered: conditions.some(({ counts }) => counts),
    values,
  };
  if (list.countedBy !== undefined && used.every(([name]) => name === list.countedBy)) {
    const total = countedRows(list.table, used.length === 0 ? undefined : '$3');
    return { ...matching, total, isCapped: false };
  }
  return { ...matching, total: totalOf(list, where), isCapped: true };
}

const totalOf = ({ table }: ListDefinition<unknown>, where: string) =>
  countedOf(`select 1 from ${table} where ${where} ${CUT}`);

/** SQL of how many rows are left by what rows are not asked for, up to some number. */
export function leftOf(
  { table }: ListDefinition<unknown>,
  { indexed, asked }: Matching,
  most: number,
): string {
  // What rows are not asked for here has values all the same, and PostgreSQL wants to know their types.
  return countedOf(`select 1 from ${table} where ${indexed} and (true or ${asked}) limit ${most}`);
}

/** The same, where each row is asked that is left by what rows are not asked for. */
export function askedOfAll(list: ListDefinition<unknown>, matching: Matching): Matching {
  const where = both(matching.indexed, matching.asked);
  return { ...matching, gathered: where, indexed: where, asked: undefined, total: totalOf(list, where) };
}

/** A filter as SQL: as the set that it finds, and where it has that, as what a row is asked. */
function conditionOf({ sql, value, gathered, walked, apart, few }: Filter, sent: never, values: unknown[]) {
  const bound = `$${values.push(value(sent))}`;
  const counts = typeof gathered === 'function' ? gathered(sent) : gathered;
  return {
    set: (typeof sql === 'string' ? sql : sql(sent)).replaceAll('?', bound),
    row: counts === false ? undefined : walked?.replaceAll('?', bound),
    counts: counts === true,
    apart: apart === true,
    few: few === true,
  };
}

/** SQL of the rows that a list is of. */
export const tenantOf = (list: ListDefinition<unknown>) =>
  list.shared === true ? 'workspace_id = $1' : 'workspace_id = $1 and mode = $2';
