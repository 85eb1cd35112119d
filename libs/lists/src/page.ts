import { invalidParameter, type ListQuery, type SearchTerm } from '@parley/contracts';
import type { TenantContext } from '@parley/kernel';
import { isDataException, type TenantDatabase } from '@parley/persistence';
import { encodeCursor, malformedCursor, pageStart, type Cursor } from './cursor.ts';
import type { ListDefinition } from './list.ts';
import { compile } from './predicates.ts';
import { narrowBySearch } from './search-filters.ts';
import { RESUMABLE, resumeAtOf, resumeCursor, settledAt } from './resume.ts';
import { MatchReader, type RowRead } from './strategy.ts';

export interface Matches<Row> {
  rows: Row[];
  total_count: number;
  total_count_relation: 'eq' | 'gte';
}

export interface Page<Row> extends Matches<Row> {
  next_cursor: string | null;
  resume_cursor: string | null;
}

type Counted<Row> = Row & { id: string; total_matches: number };

/** Reads one page of a list, by keyset behind a cursor and by offset otherwise, with the number of all matches. */
export async function readPage<Row>(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<Row>,
  { q, ...query }: ListQuery & { q?: readonly SearchTerm[] | undefined } & Record<string, unknown>,
): Promise<Page<Row>> {
  const column = list.sorts[query.sort];
  if (column === undefined)
    throw invalidParameter('sort', `must be one of ${Object.keys(list.sorts).join(', ')}`);
  const sort = `${query.sort} ${query.order}`;
  const start = pageStart(query, sort);
  // Before the rows are read: what commits during that may be missing from them.
  const settled = settledAt();
  const searched = q === undefined ? { list, query } : await narrowBySearch(scope, list, query, q);
  const predicates = compile(searched.list, searched.query);
  const read = pageRead<Row>(list, query, { column, start, bound: predicates.parameters });
  const { rows: found, total } = await new MatchReader(scope, predicates)
    .read(read, searched.total)
    .catch((error: unknown) => {
      throw query.cursor !== undefined && isDataException(error) ? malformedCursor() : error;
    });
  const rows = found.slice(0, query.per_page);
  return {
    rows,
    ...totalOf(total, predicates.cap),
    ...cursorsOf(lastOf(rows, sort, column), {
      start,
      hasMore: found.length > query.per_page,
      settled: sort === RESUMABLE ? settled : null,
    }),
  };
}

/** The position of the last row, as far as there is one. */
function lastOf(rows: readonly unknown[], sort: string, column: string): Cursor | null {
  const last = rows.at(-1) as (Record<string, unknown> & { id: string }) | undefined;
  return last === undefined ? null : { sort, after: last[column], id: last.id };
}

function cursorsOf(
  last: Cursor | null,
  { start, hasMore, settled }: { start: Cursor | number; hasMore: boolean; settled: string | null },
): Pick<Page<unknown>, 'next_cursor' | 'resume_cursor'> {
  const next = hasMore ? last : null;
  if (settled === null) return { next_cursor: next && encodeCursor(next), resume_cursor: null };
  return {
    next_cursor: next && encodeCursor({ ...next, resumeAt: resumeAtOf(start, next.after, settled) }),
    resume_cursor: resumeCursor(start, last, settled),
  };
}

/** A total as the API reports it. */
export function totalOf(
  total: number,
  cap: number,
): Pick<Matches<unknown>, 'total_count' | 'total_count_relation'> {
  return { total_count: Math.min(total, cap), total_count_relation: total > cap ? 'gte' : 'eq' };
}

/** Pages of these sizes have statements of their own, so that the planner knows the limit before the values. */
const USUAL_SIZES = [25, 50, 100];

function pageRead<Row>(
  { name, table, select }: ListDefinition<Row>,
  { order, per_page }: ListQuery,
  { column, start, bound }: { column: string; start: Cursor | number; bound: number },
): RowRead<Counted<Row>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${bound + values.push(value)}`;
  const after =
    typeof start === 'number'
      ? ''
      : ` and (${column}, id) ${order === 'desc' ? '<' : '>'} (${bind(start.after)}, ${bind(start.id)})`;
  // One row more than the page, which tells whether there is a next page.
  const size = per_page + 1;
  const limit = `limit ${USUAL_SIZES.includes(per_page) ? size : bind(size)}`;
  return {
    name,
    sort: column,
    order,
    after,
    window: typeof start === 'number' && start > 0 ? `${limit} offset ${bind(start)}` : limit,
    values,
    columns: (total) => `*, ${total} as total_matches`,
    // The page takes the name of its table, so that joins and sub-selects of `select` are evaluated for its rows alone.
    statement: (rows) => `with ${table} as (${rows}) ${select}
      order by ${table}.${column} ${order}, ${table}.id ${order}`,
    isComplete: (rows) => rows.length === size,
    isFirst: start === 0,
  };
}
