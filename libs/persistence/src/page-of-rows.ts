import { invalidParameter, type ListQuery } from '@parley/contracts';
import { encodeCursor, malformedCursor, startOf, type Cursor } from './cursor.ts';
import { isUnfitValue } from './errors.ts';
import type { Execute } from './execute.ts';
import { COUNT_CAP, type ListDefinition, type RowPage } from './list.ts';
import {
  countedOf,
  CUT,
  GATHERED,
  askedOfAll,
  leftOf,
  matchingOf,
  metOf,
  rowsOf,
  wayOf,
  type Matching,
  type Way,
} from './matching.ts';
import { named } from './row-statements.ts';

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
  let matching = matchingOf(list, query, tenant);
  if (matching.isGathered) matching = await leastOf(list, matching, execute);
  const sortKey = `${query.sort} ${query.order}`;
  const start = startOf(query, sortKey);
  const count = (of: Matching) => matchesOf(list, of, { by: column, order: query.order }, execute);
  const known = counted ?? (matching.isGathered ? await count(matching) : undefined);
  let way = matching.isGathered && (known ?? 0) <= COUNT_CAP ? 'gathered' : wayOf(matching);
  const read = async (by: Way) => {
    const { text, values } = pageStatement(list, query, { ...matching, column, start, known, way: by });
    return execute<Row & { id: string; total_matches: number }>(nameOf(list, text), text, values);
  };
  if (way === 'gathered' && known === 0)
    return { rows: [], total_count: 0, total_count_relation: 'eq', next_cursor: null };
  let found = await read(way).catch((error: unknown) => {
    throw query.cursor !== undefined && isUnfitValue(error) ? malformedCursor() : error;
  });
  if (way === 'walked' && found.length <= query.per_page) {
    way = 'gathered';
    matching = await leastOf(list, matching, execute);
    found = await read(way);
  }
  const rows = found.slice(0, query.per_page);
  const [first] = found;
  // An empty page has no row to carry the count; where it is the first, nothing matches.
  const matches =
    known ??
    (way === 'walked' ? undefined : first?.total_matches) ??
    (first === undefined && start === 0 ? 0 : await count(matching));
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

/** So few rows can all be asked: 0.2 s where it is for words. */
const FEW = 40_000;

/**
 * How what matches is gathered with the least work: where rows are few that other filters leave, these are asked, and
 * nothing is gathered that an index finds among all rows.
 */
export async function leastOf(
  list: ListDefinition<unknown>,
  matching: Matching,
  execute: Execute,
): Promise<Matching> {
  if (wayOf(matching) !== 'walked' || !matching.isNarrowed) return matching;
  const left = await countBy(list, matching, leftOf(list, matching, FEW + 1), execute);
  return left > FEW ? matching : askedOfAll(list, matching);
}

/** So many rows at this end of a sort tell how common matches are along it. */
const SAMPLED = 5_000;
/** Where one in so many matches, there soon are more than anybody counts. */
const SPARSE = 8;
/** No further: what is common here may be nowhere beyond. */
const FURTHEST = 100_000;

/** How many rows match. Of many that are not gathered, first of those at this end of a sort. */
export async function matchesOf(
  list: ListDefinition<unknown>,
  matching: Matching,
  sort: { by: string; order: 'asc' | 'desc' },
  execute: Execute,
): Promise<number> {
  const { asked, isGathered } = matching;
  const least = isGathered ? matching : await leastOf(list, matching, execute);
  if (least === matching && !isGathered && wayOf(matching) === 'walked') {
    const met = (most: number) => {
      const rows = metOf(list, matching, { ...sort, most });
      return countBy(list, matching, countedOf(`select 1 from ${rows} where ${asked} ${CUT}`), execute);
    };
    if ((await met(SAMPLED)) * SPARSE > SAMPLED) {
      const matches = await met(FURTHEST);
      if (matches > COUNT_CAP) return matches;
    }
  }
  return countBy(list, least, least.total, execute);
}

async function countBy(
  list: ListDefinition<unknown>,
  { values }: Matching,
  counted: string,
  execute: Execute,
): Promise<number> {
  const text = `select (${counted}) as n`;
  const [row] = await execute<{ n: number }>(nameOf(list, text), text, values);
  return row?.n ?? 0;
}

/** The name that a statement of a list is prepared by; empty, as PostgreSQL wants it, for one that is not. */
export function nameOf({ name, unprepared }: ListDefinition<unknown>, text: string, kind = name): string {
  return unprepared === true ? '' : named(kind, text);
}
