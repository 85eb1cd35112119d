import { createHash } from 'node:crypto';
import { ApiError, invalidParameter, MAX_OFFSET, type ListQuery } from '@parley/contracts';
import { isUnfitValue } from './errors.ts';
import type { Execute } from './execute.ts';

/** Counting stops here; the answer then says `gte` (decisions.md section 1). */
const COUNT_CAP = 10_000;

/** How one query parameter narrows a list: SQL with `?` for the value, and the value as SQL wants it. */
export interface Filter {
  readonly sql: string;
  readonly value: (sent: never) => unknown;
}

/** A list that the API offers: the columns to read, what it sorts by, what it can be filtered by. */
export interface ListDefinition<Row> {
  readonly name: string;
  /** `select … from …`, without `where`; the table must have workspace_id, mode and id. */
  readonly select: string;
  readonly table: string;
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

function decodeCursor(text: string, sort: string): Cursor {
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
 * Reads one page by its sort column and id (keyset when a cursor is given, offset else) and counts what matches.
 * Each combination of filters and sort is one prepared statement.
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
  const values: unknown[] = [...tenant];
  const bind = (value: unknown) => `$${values.push(value)}`;
  let where = 'workspace_id = $1 and mode = $2';
  for (const [name, filter] of Object.entries(list.filters)) {
    if (query[name] === undefined) continue;
    where += ` and ${filter.sql.replace('?', bind(filter.value(query[name] as never)))}`;
  }
  const counted = { where, values: [...values] };
  const sortKey = `${query.sort} ${query.order}`;
  let offset = (query.page - 1) * query.per_page;
  if (query.cursor !== undefined) {
    const cursor = decodeCursor(query.cursor, sortKey);
    where += ` and (${column}, id) ${query.order === 'desc' ? '<' : '>'} (${bind(cursor.after)}, ${bind(cursor.id)})`;
    offset = 0;
  } else if (offset > MAX_OFFSET) {
    throw invalidParameter('page', `reaches past row ${MAX_OFFSET}: continue with cursor instead`);
  }
  const text =
    `${list.select} where ${where} order by ${column} ${query.order}, id ${query.order}` +
    ` limit ${bind(query.per_page + 1)} offset ${bind(offset)}`;
  const found = await execute<Row & { id: string }>(nameOf(list, text), text, values).catch(
    (error: unknown) => {
      throw query.cursor !== undefined && isUnfitValue(error) ? malformedCursor() : error;
    },
  );
  const rows = found.slice(0, query.per_page);
  const more = found.length > query.per_page;
  const total = await countOf(list, counted, execute, { query, offset, seen: rows.length, more });
  const last = more ? (rows.at(-1) as Record<string, unknown> & { id: string }) : undefined;
  return {
    rows,
    ...total,
    next_cursor:
      last === undefined ? null : encodeCursor({ sort: sortKey, after: last[column], id: last.id }),
  };
}

/** PostgreSQL cuts statement names at 63 bytes, so a digest tells the combinations of one list apart. */
function nameOf(list: ListDefinition<unknown>, text: string): string {
  return `${list.name}.${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
}

async function countOf(
  list: ListDefinition<unknown>,
  counted: { where: string; values: readonly unknown[] },
  execute: Execute,
  page: { query: ListQuery; offset: number; seen: number; more: boolean },
): Promise<Pick<RowPage<unknown>, 'total_count' | 'total_count_relation'>> {
  // The last page by offset already tells the total.
  if (page.query.cursor === undefined && !page.more && (page.seen > 0 || page.offset === 0)) {
    return { total_count: page.offset + page.seen, total_count_relation: 'eq' };
  }
  const text = `select count(*)::int as n from (select 1 from ${list.table} where ${counted.where} limit ${COUNT_CAP + 1}) c`;
  const [row] = await execute<{ n: number }>(nameOf(list, text), text, counted.values);
  const n = row?.n ?? 0;
  return n > COUNT_CAP
    ? { total_count: COUNT_CAP, total_count_relation: 'gte' }
    : { total_count: n, total_count_relation: 'eq' };
}
