import { invalidParameter, malformedCursor, type ListQuery, type SearchTerm } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { isDataException, type TenantDatabase } from '@parley/persistence';
import { encodeCursor, pageStart, type Cursor } from './cursor.ts';
import type { ListDefinition } from './list.ts';
import { compile } from './predicates.ts';
import { narrowBySearch } from './search-filters.ts';
import { ofCaller } from './search-terms.ts';
import { RESUMABLE, resumeAtOf, resumeCursor, settledAt } from './resume.ts';
import { isMissing, orderBy, rowOrder, type RowOrder } from './row-order.ts';
import { MatchReader, type RowRead } from './strategy.ts';

export interface Matches<Row> {
  rows: Row[];
  total_count: number;
  total_count_relation: 'eq' | 'gte';
}

export interface Page<Row> extends Matches<Row> {
  /** Rows of the page were left out: it continues at `next_cursor`. */
  is_partial?: true;
  next_cursor: string | null;
  resume_cursor: string | null;
}

/** Matches of a search are counted up to this number: nobody looks at more of them. */
const SEARCH_COUNT_CAP = 1_000;

type Counted<Row> = Row & Fitting & { id: string; total_matches: number };

/** Reads one page of a list, with the number of all matches. `fit` tells how many of its rows, at least one, are returned. */
export async function readPage<Row>(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<Row>,
  { q, ...given }: ListQuery & { q?: readonly SearchTerm[] | undefined } & Record<string, unknown>,
  fit: (rows: readonly Row[]) => number | Promise<number> = (rows) => rows.length,
): Promise<Page<Row>> {
  const { assignee } = given as { assignee?: readonly string[] };
  const query = assignee === undefined ? given : { ...given, assignee: ofCaller(scope, assignee) };
  const by = list.sorts[query.sort];
  if (by === undefined)
    throw invalidParameter('sort', `must be one of ${Object.keys(list.sorts).join(', ')}`);
  const sort = `${query.sort} ${query.order}`;
  const order = rowOrder(by, query.order);
  const start = pageStart(query, sort, order.missing !== undefined);
  // The look is taken before the rows are read: what commits during that may be missing from them.
  const settled = RESUMABLE.includes(sort) ? settledAt(await scope.runningSince()) : null;
  const searched = q === undefined ? { list, query } : await narrowBySearch(scope, list, query, q);
  const predicates = compile(searched.list, searched.query);
  const read = pageRead<Row>(list, query.per_page, { order, start, bound: predicates.parameters });
  const { rows: found, total } = await new MatchReader(scope, predicates)
    .read(read, searched.total)
    .catch((error: unknown) => {
      throw query.cursor !== undefined && isDataException(error) ? malformedCursor() : error;
    });
  const all = found.slice(0, query.per_page);
  const rows = all.slice(0, Math.min(fitting(all), await fit(all)));
  const hasMore = found.length > rows.length;
  return {
    rows,
    ...(rows.length < all.length && { is_partial: true }),
    ...totalOf(total, q === undefined ? predicates.cap : SEARCH_COUNT_CAP),
    ...cursorsOf(lastOf(rows, sort, order), { sort, start, hasMore, settled }),
  };
}

function lastOf(rows: readonly unknown[], sort: string, order: RowOrder): Cursor | null {
  const last = rows.at(-1) as (Record<string, unknown> & { id: string }) | undefined;
  if (last === undefined) return null;
  const value = last[order.column];
  return { sort, after: isMissing(order, value) ? null : value, id: last.id };
}

interface PageEnd {
  sort: string;
  start: Cursor | number;
  hasMore: boolean;
  settled: string | null;
}

function cursorsOf(last: Cursor | null, { sort, start, hasMore, settled }: PageEnd) {
  const next = hasMore ? last : null;
  if (settled === null) return { next_cursor: next && encodeCursor(next), resume_cursor: null };
  return {
    next_cursor: next && encodeCursor({ ...next, resumeAt: resumeAtOf(start, next.after, settled) }),
    resume_cursor: resumeCursor(sort, start, last, settled),
  };
}

export function totalOf(
  total: number,
  cap: number,
): Pick<Matches<unknown>, 'total_count' | 'total_count_relation'> {
  return { total_count: Math.min(total, cap), total_count_relation: total > cap ? 'gte' : 'eq' };
}

/** Bytes of long texts in one answer between services: one has up to two megabytes as JSON, a frame has 64. */
const LONG_TEXT_BYTES = 4 * 1024 * 1024;
/** As many rows fit whatever their texts are, and need not be measured. */
export const FITTING_ROWS = 25;

/** Whether the texts of the rows before one have filled the answer: its own text is left out. */
export interface Fitting {
  readonly is_beyond?: boolean;
}

/** How many of the first rows the answer has room for. */
export function fitting(rows: readonly Fitting[]): number {
  const full = rows.findIndex((row) => row.is_beyond === true);
  return full === -1 ? rows.length : full;
}

/** SQL of rows in an order without the long texts that the answer has no room for; `columns` are all that the rows have. */
export function withinAnswer(
  rows: string,
  { longText, columns, order }: { longText: string; columns: readonly string[]; order: string },
): string {
  const others = columns.filter((column) => column !== longText).join(', ');
  return `select ${others}, is_beyond, case when is_beyond then '' else ${longText} end as ${longText}
    from (select ${columns.join(', ')}, coalesce(sum(octet_length(${longText})) over (${order} rows between unbounded preceding and 1 preceding), 0)
        >= ${LONG_TEXT_BYTES} as is_beyond from (${rows}) page) measured`;
}

/** Pages of these sizes have statements of their own, so that the planner knows the limit before the values. */
const USUAL_SIZES = [25, 50, 100];

function pageRead<Row>(
  { name, table, rows: selection, longText: text }: ListDefinition<Row>,
  perPage: number,
  { order, start, bound }: { order: RowOrder; start: Cursor | number; bound: number },
): RowRead<Counted<Row>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${bound + values.push(value)}`;
  const after =
    typeof start === 'number'
      ? undefined
      : { value: start.after === null ? null : bind(start.after), id: bind(start.id) };
  // One row more than the page, which tells whether there is a next page.
  const size = perPage + 1;
  const limit = USUAL_SIZES.includes(perPage) ? String(size) : bind(size);
  const sortedBy = selection.columns.includes(order.column) ? [] : [order.column];
  const columns = [...selection.columns, ...sortedBy];
  const longText = perPage > FITTING_ROWS ? text : undefined;
  const more = [...sortedBy, 'total_matches', ...(longText === undefined ? [] : ['is_beyond'])];
  const page = (rows: string) =>
    longText === undefined
      ? rows
      : withinAnswer(rows, { longText, columns: [...columns, 'total_matches'], order: orderBy(order) });
  return {
    name,
    order,
    after,
    limit,
    offset: typeof start === 'number' && start > 0 ? bind(start) : undefined,
    values,
    columns,
    // The page takes the name of its table, so that joins and sub-selects are evaluated for its rows alone.
    statement: (rows) =>
      `with ${table} as (${page(rows)}) ${selection.select(...more)} ${orderBy(order, `${table}.`)}`,
    isComplete: (rows) => rows.length === size,
    isFirst: start === 0,
  };
}
