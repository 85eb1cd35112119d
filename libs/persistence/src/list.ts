import { ApiError, invalidParameter, MAX_OFFSET, type ListQuery } from '@parley/contracts';
import { isUnfitValue } from './errors.ts';
import type { Execute } from './execute.ts';
import { named } from './row-statements.ts';
import { countedRows } from './row-counts.ts';

/** Counting stops here; the answer then says `gte` (decisions.md section 1). */
const COUNT_CAP = 10_000;

/** How one query parameter narrows a list: SQL with `?` wherever its value stands, and the value as SQL wants it. */
export interface Filter {
  readonly sql: string;
  readonly value: (sent: never) => unknown;
}

/** A list that the API offers: the columns to read, what it sorts by, what it can be filtered by. */
export interface ListDefinition<Row> {
  readonly name: string;
  /**
   * `select <table>.*, … from <table> …`, without `where`: joins and sub-selects see the rows of the page only. One
   * that names its columns names those of `sorts` and `total_matches` too.
   */
  readonly select: string;
  /** Must have workspace_id, mode and id. */
  readonly table: string;
  /** Both modes of a workspace share the rows: the table has no mode. */
  readonly shared?: true;
  /**
   * For a table whose rows are counted as they are written (`countRowsOf`): the filter that they are counted by, or
   * `null`. The total is then exact at any size without this filter and with it alone.
   */
  readonly countedBy?: string | null;
  /** Sort field of the API → column, which must not be null; one of times holds whole milliseconds, as cursors do. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly row?: Row;
}

export interface RowPage<Row> {
  rows: Row[];
  total_count: number;
  total_count_relation: 'eq' | 'gte';
  next_cursor: string | null;
}

/** Defines a list. */
export function defineList<Row>(definition: Omit<ListDefinition<Row>, 'row'>): ListDefinition<Row> {
  return definition;
}

/** A filter that compares a column with the value. */
export function equals(column: string, value: Filter['value'] = (sent: unknown) => sent): Filter {
  return { sql: `${column} = ?`, value };
}

/** The filters of `createdWithin` in the contract. */
export const createdWithin: ListDefinition<unknown>['filters'] = {
  created_after: { sql: 'created_at >= ?', value: (instant: Date) => instant },
  created_before: { sql: 'created_at < ?', value: (instant: Date) => instant },
};

interface Cursor {
  /** What it belongs to: a cursor of one sort means nothing in another. */
  sort: string;
  /** The value of the sort column: a text, a number, or a time, which JSON writes as ISO 8601. */
  after: unknown;
  id: string;
}

/** Where the next page starts. Opaque to callers. */
function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.after, cursor.id])).toString('base64url');
}

/**
 * What a cursor is made of; Node's decoder would drop any other character, and take the rest for one. The longest are
 * of 320 characters that JSON escapes with six bytes each: some 2,700 characters.
 */
const CURSOR = /^[\w-]{1,4096}$/;

function decodeCursor(text: string, sort: string): Cursor {
  if (!CURSOR.test(text)) throw malformedCursor();
  try {
    const [found, after, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const uuid = typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
    if (found === sort && uuid && (typeof after === 'string' || typeof after === 'number'))
      return { sort, after, id };
  } catch {
    // Anything unreadable is answered the same below.
  }
  throw malformedCursor();
}

/** Also for a value that its column cannot have: a cursor that somebody made up may hold anything. */
function malformedCursor(): ApiError {
  return new ApiError('invalid_parameter', {
    status: 400,
    param: 'cursor',
    message: 'cursor: is not one that this list gave for this sort and order',
  });
}

/**
 * Reads one page by its sort column and id (keyset when a cursor is given, offset else) with the count of what matches,
 * in one statement. Each combination of filters and sort is a prepared one.
 */
export async function pageOfRows<Row>(
  list: ListDefinition<Row>,
  query: ListQuery & Record<string, unknown>,
  tenant: readonly unknown[],
  execute: Execute,
): Promise<RowPage<Row>> {
  const column = list.sorts[query.sort];
  if (column === undefined)
    throw invalidParameter('sort', `must be one of ${Object.keys(list.sorts).join(', ')}`);
  const { where, values, total, isCapped } = matchingOf(list, query, tenant);
  const countValues = [...values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const sortKey = `${query.sort} ${query.order}`;
  let start = '';
  let offset = (query.page - 1) * query.per_page;
  if (query.cursor !== undefined) {
    const cursor = decodeCursor(query.cursor, sortKey);
    start = ` and (${column}, id) ${query.order === 'desc' ? '<' : '>'} (${bind(cursor.after)}, ${bind(cursor.id)})`;
    offset = 0;
  } else if (offset > MAX_OFFSET) {
    throw invalidParameter('page', `reaches past row ${MAX_OFFSET}: continue with cursor instead`);
  }
  const orderBy = (prefix: string) =>
    `order by ${prefix}${column} ${query.order}, ${prefix}id ${query.order}`;
  // The page carries the name of its table, so that whatever else a row shows is looked up for its rows alone.
  const text =
    `with ${list.table} as (select *, (${total}) as total_matches from ${list.table} where ${where}${start}` +
    ` ${orderBy('')} limit ${bind(query.per_page + 1)} offset ${bind(offset)}) ${list.select} ${orderBy(`${list.table}.`)}`;
  const found = await execute<Row & { id: string; total_matches: number }>(
    named(list.name, text),
    text,
    values,
  ).catch((error: unknown) => {
    throw query.cursor !== undefined && isUnfitValue(error) ? malformedCursor() : error;
  });
  const rows = found.slice(0, query.per_page);
  const first = found[0];
  // An empty page has no row to carry the count.
  const matches = first?.total_matches ?? (await countOf(list, total, countValues, execute));
  const last =
    found.length > query.per_page ? (rows.at(-1) as Record<string, unknown> & { id: string }) : null;
  return {
    rows,
    total_count: isCapped ? Math.min(matches, COUNT_CAP) : matches,
    total_count_relation: isCapped && matches > COUNT_CAP ? 'gte' : 'eq',
    next_cursor: last === null ? null : encodeCursor({ sort: sortKey, after: last[column], id: last.id }),
  };
}

/** What the filters of a query let through, and SQL for how many rows that are. */
function matchingOf(
  list: ListDefinition<unknown>,
  query: Record<string, unknown>,
  tenant: readonly unknown[],
): { where: string; values: unknown[]; total: string; isCapped: boolean } {
  const values: unknown[] = list.shared === true ? tenant.slice(0, 1) : [...tenant];
  const used = Object.keys(list.filters).filter((name) => query[name] !== undefined);
  let where = list.shared === true ? 'workspace_id = $1' : 'workspace_id = $1 and mode = $2';
  for (const name of used) {
    const filter = list.filters[name];
    if (filter === undefined) continue;
    values.push(filter.value(query[name] as never));
    where += ` and ${filter.sql.replaceAll('?', `$${values.length}`)}`;
  }
  if (list.countedBy !== undefined && used.every((name) => name === list.countedBy)) {
    const total = countedRows(list.table, used.length === 0 ? undefined : '$3');
    return { where, values, total, isCapped: false };
  }
  const counted = `select 1 from ${list.table} where ${where} limit ${COUNT_CAP + 1}`;
  return { where, values, total: `select count(*)::int from (${counted}) matching`, isCapped: true };
}

async function countOf(
  list: ListDefinition<unknown>,
  total: string,
  values: readonly unknown[],
  execute: Execute,
): Promise<number> {
  const text = `select (${total}) as n`;
  const [row] = await execute<{ n: number }>(named(list.name, text), text, values);
  return row?.n ?? 0;
}
