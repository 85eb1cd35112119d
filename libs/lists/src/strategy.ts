import type { TenantContext } from '@parley/runtime/context';
import { statementName, type TenantDatabase } from '@parley/persistence';
import { COUNT_CAP, type ListDefinition } from './list.ts';
import {
  cappedCount,
  ofTenant,
  where,
  whereReadingRows,
  type Predicates,
  type SetPredicate,
} from './predicates.ts';
import {
  behind,
  firstOfSegments,
  indexOrder,
  orderBy,
  type AfterRow,
  type RowOrder,
  type Segments,
} from './row-order.ts';

// Which strategy reads what, and the measurements behind these limits: docs/adr/0012-lists-at-any-size.md.

/** Rows of the sort that a bounded scan evaluates set predicates on. */
const SCAN_LIMIT = 20_000;
/** Where plain predicates leave up to this many rows, set predicates are evaluated on all of them. */
const FILTER_LIMIT = 40_000;
/** Rows of the sort that matches are counted among: the first few tell whether the count can reach its cap in all. */
const COUNT_SCAN_LIMITS = [5_000, 100_000];

export type Strategy = 'index order' | 'bounded scan' | 'materialize';

export interface RowRead<Row> {
  order: RowOrder;
  after?: AfterRow | undefined;
  /** Number of rows, and of those that are skipped, as SQL. */
  limit: string;
  offset?: string | undefined;
  /** Values of `after`, `limit`, `offset` and the statement, behind those of the predicates. */
  values: readonly unknown[];
  columns: readonly string[];
  /** The statement around SQL of the rows. Its own rows must have `total_matches`. */
  statement: (rows: string) => string;
  /** Name that the statement is prepared by, without the digest of its text. */
  name: string;
  isComplete: (rows: readonly Row[]) => boolean;
  isFirst: boolean;
}

export function runStatement<Row>(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<unknown>,
  { name, text, values }: { name?: string; text: string; values: readonly unknown[] },
): Promise<Row[]> {
  const prepared = list.unprepared === true ? '' : statementName(name ?? list.name, text);
  const tenancy = list.shared === true ? 'workspace' : 'tenant';
  return scope.query<Row>({ name: prepared, text, tenancy }, values);
}

/** The cheapest way to the rows of a query; a set of unknown size has been counted, with all other filters, as `total`. */
function strategyFor(set: SetPredicate | undefined, total: number): Strategy {
  if (set === undefined) return 'index order';
  return set.size === 'small' || (set.size === 'unknown' && total <= COUNT_CAP)
    ? 'materialize'
    : 'bounded scan';
}

/** Reads rows of a list that match a query, and counts all that match, up to one more than the cap. */
export class MatchReader {
  #cheapest: Promise<SetPredicate | undefined> | undefined;

  constructor(
    private readonly scope: TenantDatabase<TenantContext>,
    private readonly predicates: Predicates,
  ) {}

  async read<Row extends { total_matches: number }>(
    read: RowRead<Row>,
    known?: number,
  ): Promise<{ rows: Row[]; total: number }> {
    const [set] = this.predicates.sets;
    const total = known ?? (set?.size === 'unknown' ? await this.#countBy(set) : undefined);
    if (total === 0) return { rows: [], total };
    const strategy = strategyFor(set, total ?? 0);
    if (strategy === 'bounded scan') {
      const rows = await this.#run(read, this.#boundedScan(read));
      if (read.isComplete(rows)) return { rows, total: total ?? (await this.#count(read)) };
    }
    const sql =
      strategy === 'index order'
        ? this.#indexOrder(read)
        : this.#materialize(read, await this.#cheapestSet(), total === undefined);
    const rows = await this.#run(read, sql);
    return { rows, total: total ?? rows[0]?.total_matches ?? (read.isFirst ? 0 : await this.#count(read)) };
  }

  #run<Row>({ name, statement, values }: RowRead<Row>, rows: string): Promise<Row[]> {
    const { list, values: bound } = this.predicates;
    return runStatement(this.scope, list, { name, text: statement(rows), values: [...bound, ...values] });
  }

  /** The index of the sort evaluates all predicates until the page is full. */
  #indexOrder<Row>(read: RowRead<Row>): string {
    const { list, total, isScanned } = this.predicates;
    const columns = withTotal(read, `(${total})`);
    const matches = `from ${list.table} where ${where(this.predicates)}`;
    if (isScanned) {
      // First by an index-only scan, then only the rows of the page are read.
      const key = [read.order.column, 'id'];
      const ids = this.#ordered(read, 'id', {
        columns: key,
        rows: (condition) => `select ${key.join(', ')} ${matches}${condition} ${indexOrder(read.order)}`,
        otherwise: `${matches}${behind(read.order, read.after)}`,
      });
      return `select ${columns} from ${list.table}
        where ${ofTenant(list)} and id = any(array(${ids})) ${orderBy(read.order)}`;
    }
    return this.#ordered(read, columns, {
      columns: read.columns,
      rows: (condition) =>
        `select ${read.columns.join(', ')} ${matches}${condition} ${indexOrder(read.order)}`,
      otherwise: `${matches}${behind(read.order, read.after)}`,
    });
  }

  /** Set predicates are evaluated on the first rows of the sort that the plain ones leave. */
  #boundedScan<Row>(read: RowRead<Row>): string {
    const { order, after } = read;
    const plain = `from ${this.predicates.list.table} where ${this.#plain()}`;
    return this.#ordered(read, withTotal(read, '0'), {
      columns: read.columns,
      rows: (condition) =>
        `select ${read.columns.join(', ')} from ${this.#scanned(order, condition, SCAN_LIMIT)} ${indexOrder(order)}`,
      areAll: (condition) =>
        `(select count(*) from (select 1 ${plain}${condition} limit ${SCAN_LIMIT}) scanned) < ${SCAN_LIMIT}`,
      otherwise: `from ${this.#scanned(order, behind(order, after), SCAN_LIMIT)}`,
    });
  }

  /** The rows of a page: `otherwise` with the order and the limit of the read, or by segments where there are two. */
  #ordered<Row>(
    read: RowRead<Row>,
    columns: string,
    { otherwise, ...segments }: Pick<Segments, 'columns' | 'rows' | 'areAll'> & { otherwise: string },
  ): string {
    const { order, after, limit, offset } = read;
    const wanted = offset === undefined ? limit : `(${limit}::int + ${offset}::int)`;
    const first = firstOfSegments(order, { ...segments, after, limit: wanted });
    const from = first === undefined ? otherwise : `from (${first}) ${this.predicates.list.table}`;
    const by = first === undefined ? indexOrder(order) : orderBy(order);
    return `select ${columns} ${from} ${by} ${windowOf(read)}`;
  }

  /** All matches are found by one set predicate and sorted; only the rows of the page are then read as a whole. */
  #materialize<Row>(read: RowRead<Row>, by: SetPredicate | undefined, isCounted: boolean): string {
    const { table } = this.predicates.list;
    const columns = withTotal(read, isCounted ? '(select count(*)::int from matches)' : '0');
    const { order, after } = read;
    const ids = `select id from matches where true${behind(order, after)} ${orderBy(order)} ${windowOf(read)}`;
    return `with matches as materialized (
        select ${order.column}, id from ${table} where ${whereReadingRows(this.predicates, by)})
      select ${columns} from ${table}
       where ${ofTenant(this.predicates.list)} and id = any(array(${ids})) ${orderBy(order)}`;
  }

  #scanned(order: RowOrder, condition: string, limit: number): string {
    const { list, sets } = this.predicates;
    // The predicates may read any column; what the statement returns is named around it.
    // oxlint-disable-next-line statements/named-columns
    return `(select * from ${list.table} where ${this.#plain()}${condition}
        ${indexOrder(order)} limit ${limit}) ${list.table}
      where ${sets.map(({ row }) => row).join(' and ')}`;
  }

  #plain(): string {
    const { list, plain } = this.predicates;
    return where({ list, plain, sets: [] });
  }

  /** The set predicate to find all matches by; none where the plain predicates leave few enough rows to filter. */
  #cheapestSet(): Promise<SetPredicate | undefined> {
    return (this.#cheapest ??= this.#findCheapestSet());
  }

  async #findCheapestSet(): Promise<SetPredicate | undefined> {
    const { list, plain, plainValues, sets, values } = this.predicates;
    const [set] = sets;
    if (set?.size !== 'large' || plain.length === 0) return set;
    const remaining = cappedCount(list.table, this.#plain(), FILTER_LIMIT);
    return (await this.#select(remaining, values.slice(0, plainValues))) > FILTER_LIMIT ? set : undefined;
  }

  async #count(sorted: Sorted): Promise<number> {
    const { sets, total } = this.predicates;
    if (sets.length === 0) return this.#select(total);
    const set = await this.#cheapestSet();
    return (set?.size === 'large' ? await this.#countAlong(sorted) : undefined) ?? this.#countBy(set);
  }

  #countBy(set: SetPredicate | undefined): Promise<number> {
    return this.#select(cappedCount(this.predicates.list.table, where(this.predicates, set), COUNT_CAP));
  }

  /** Counts along the sort where matches are so common that the count reaches its cap there. */
  async #countAlong({ order }: Sorted): Promise<number | undefined> {
    for (const limit of COUNT_SCAN_LIMITS) {
      const matches = `select 1 from ${this.#scanned(order, '', limit)} limit ${COUNT_CAP + 1}`;
      const count = await this.#select(`select count(*)::int from (${matches}) matching`);
      if (count > COUNT_CAP) return count;
      if (count * (Math.max(...COUNT_SCAN_LIMITS) / limit) <= COUNT_CAP) return undefined;
    }
    return undefined;
  }

  async #select(count: string, values = this.predicates.values): Promise<number> {
    const text = `select (${count}) as n`;
    const [row] = await runStatement<{ n: number }>(this.scope, this.predicates.list, { text, values });
    return row?.n ?? 0;
  }
}

type Sorted = Pick<RowRead<never>, 'order' | 'after'>;

const withTotal = <Row>({ columns }: RowRead<Row>, total: string): string =>
  `${columns.join(', ')}, ${total} as total_matches`;

const windowOf = ({ limit, offset }: Pick<RowRead<never>, 'limit' | 'offset'>): string =>
  offset === undefined ? `limit ${limit}` : `limit ${limit} offset ${offset}`;
