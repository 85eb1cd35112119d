import { invalidParameter, type ListQuery } from '@parley/contracts';
import { Counting } from './counting.ts';
import { encodeCursor, malformedCursor, startOf, type Cursor } from './cursor.ts';
import { isDataException } from './errors.ts';
import type { Execute } from './execute.ts';
import { COUNT_CAP, type ListDefinition, type RowPage } from './list.ts';
import { GATHERED, matchingOf, rowsOf, wayOf, type Matching, type Way } from './matching.ts';
import { nameOf } from './row-statements.ts';

/**
 * Reads one page by its sort column and id (keyset when a cursor is given, offset else) with the count of what matches,
 * in one statement, or more where rows are gathered. Each combination of filters and sort is a prepared one.
 * @param counted the total, where it need not be counted
 */
export async function pageOfRows<Row>(
  list: ListDefinition<Row>,
  query: ListQuery & Record<string, unknown>,
  tenant: readonly unknown[],
  execute: Execute,
  counted?: number,
): Promise<RowPage<Row>> {
  const column = list.sorts[query.sort];
  if (column === undefined)
    throw invalidParameter('sort', `must be one of ${Object.keys(list.sorts).join(', ')}`);
  const sortKey = `${query.sort} ${query.order}`;
  const start = startOf(query, sortKey);
  const matching = matchingOf(list, query, tenant);
  const counting = new Counting(list, matching, { by: column, order: query.order }, execute);
  const known = counted ?? (matching.isGathered ? await counting.matches() : undefined);
  let way = matching.isGathered && (known ?? 0) <= COUNT_CAP ? 'gathered' : wayOf(matching);
  const read = async (by: Way) => {
    const found = by === 'gathered' ? await counting.least() : matching;
    const { text, values } = pageStatement(list, query, { ...found, column, start, known, way: by });
    return execute<Row & { id: string; total_matches: number }>(nameOf(list, text), text, values);
  };
  if (way === 'gathered' && known === 0)
    return { rows: [], total_count: 0, total_count_relation: 'eq', next_cursor: null };
  let found = await read(way).catch((error: unknown) => {
    throw query.cursor !== undefined && isDataException(error) ? malformedCursor() : error;
  });
  if (way === 'walked' && found.length <= query.per_page) {
    way = 'gathered';
    found = await read(way);
  }
  const rows = found.slice(0, query.per_page);
  const [first] = found;
  // An empty page has no row to carry the count; where it is the first, nothing matches.
  const matches =
    known ??
    (way === 'walked' ? undefined : first?.total_matches) ??
    (first === undefined && start === 0 ? 0 : await counting.matches());
  const last =
    found.length > query.per_page ? (rows.at(-1) as Record<string, unknown> & { id: string }) : null;
  return {
    rows,
    total_count: matching.isCapped ? Math.min(matches, COUNT_CAP) : matches,
    total_count_relation: matching.isCapped && matches > COUNT_CAP ? 'gte' : 'eq',
    next_cursor: last === null ? null : encodeCursor({ sort: sortKey, after: last[column], id: last.id }),
  };
}

/** Pages of these sizes have statements of their own, with a limit that the planner can go by whatever the values. */
const USUAL_SIZES = [25, 50, 100];

/** One row more than the page, so that it is known whether there is a next one. */
function pageStatement(
  list: ListDefinition<unknown>,
  query: ListQuery,
  page: Matching & { column: string; start: Cursor | number; known: number | undefined; way: Way },
): { text: string; values: unknown[] } {
  const { total, column, start, known, way } = page;
  const values = [...page.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const after =
    typeof start === 'number'
      ? ''
      : ` and (${column}, id) ${query.order === 'desc' ? '<' : '>'} (${bind(start.after)}, ${bind(start.id)})`;
  const size = query.per_page + 1;
  const limit = `limit ${USUAL_SIZES.includes(query.per_page) ? size : bind(size)}`;
  const cut = typeof start === 'number' && start > 0 ? `${limit} offset ${bind(start)}` : limit;
  const { table } = list;
  const counts: Record<Way, string> = { sorted: `(${total})`, walked: '0', gathered: GATHERED };
  const counted = known === undefined ? counts[way] : '0';
  const rows = rowsOf(list, page, way, {
    columns: `*, ${counted} as total_matches`,
    by: column,
    order: query.order,
    after,
    cut,
  });
  // The page carries the name of its table, so that whatever else a row shows is looked up for its rows alone.
  const order = `order by ${table}.${column} ${query.order}, ${table}.id ${query.order}`;
  return { text: `with ${table} as (${rows}) ${list.select} ${order}`, values };
}
