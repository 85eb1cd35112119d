import { ApiError, invalidParameter, MAX_OFFSET, type ListQuery, type SearchField } from '@parley/contracts';
import { isUnfitValue } from './errors.ts';
import type { Execute } from './execute.ts';
import { named } from './row-statements.ts';
import { countedRows } from './row-counts.ts';

/** Counting stops here; the answer then says `gte` (decisions.md section 1). */
export const COUNT_CAP = 10_000;

/** How one query parameter narrows a list: SQL with `?` wherever its value stands, and the value as SQL wants it. */
export interface Filter {
  /** May depend on what was sent, where another form of it is found by another index. */
  readonly sql: string | ((sent: never) => string);
  readonly value: (sent: never) => unknown;
  /**
   * For what an index finds without an order, such as words or parts of a text. Where up to `COUNT_CAP` rows match, these
   * are gathered and sorted: else a value whose rows are all at the far end has every row before them read (ADR 12).
   */
  readonly gathered?: true;
  /** The same in words that no index knows: for when more rows match, and are met on the way through the sorted ones. */
  readonly walked?: string;
}

/** One that says the same whatever was sent. */
export type ColumnFilter = Filter & { readonly sql: string };

/** How the records of a list are found by their words, which a table beside theirs has (`searchTableOf`). */
export interface SearchDefinition {
  /** Whether a record has several rows of words. */
  readonly parts?: true;
  /** Fields of a query that are columns of the record. Others, tags and custom fields, are among its words. */
  readonly columns: Readonly<Partial<Record<SearchField, ColumnFilter>>>;
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
  /** For a list that takes `q`. */
  readonly search?: SearchDefinition;
  /** Its statements take so many forms that none is prepared: each would stay on every connection for ever. */
  readonly unprepared?: true;
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
export function equals(column: string, value: Filter['value'] = (sent: unknown) => sent): ColumnFilter {
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
 * in one statement, or two where rows are gathered. Each combination of filters and sort is a prepared one.
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
  if (counted !== undefined) matching.total = String(counted);
  const sortKey = `${query.sort} ${query.order}`;
  const start = startOf(query, sortKey);
  const known = matching.isGathered ? await countOf(list, matching, execute) : undefined;
  if (known !== undefined && known > COUNT_CAP) matching = matchingOf(list, query, tenant, true);
  const { text, values } = pageStatement(list, query, { ...matching, column, start, known });
  const found = await execute<Row & { id: string; total_matches: number }>(
    nameOf(list, text),
    text,
    values,
  ).catch((error: unknown) => {
    throw query.cursor !== undefined && isUnfitValue(error) ? malformedCursor() : error;
  });
  const rows = found.slice(0, query.per_page);
  // An empty page has no row to carry the count; where it is the first, nothing matches.
  const matches =
    known ??
    found[0]?.total_matches ??
    (start === 0 ? 0 : (counted ?? (await countOf(list, matching, execute))));
  const last =
    found.length > query.per_page ? (rows.at(-1) as Record<string, unknown> & { id: string }) : null;
  return {
    rows,
    total_count: matching.isCapped ? Math.min(matches, COUNT_CAP) : matches,
    total_count_relation: matching.isCapped && matches > COUNT_CAP ? 'gte' : 'eq',
    next_cursor: last === null ? null : encodeCursor({ sort: sortKey, after: last[column], id: last.id }),
  };
}

/** Where a page starts: after a row, or at a number of rows. */
function startOf(query: ListQuery, sortKey: string): Cursor | number {
  if (query.cursor !== undefined) return decodeCursor(query.cursor, sortKey);
  const offset = (query.page - 1) * query.per_page;
  if (offset > MAX_OFFSET)
    throw invalidParameter('page', `reaches past row ${MAX_OFFSET}: continue with cursor instead`);
  return offset;
}

/** What the filters of a query let through, and SQL for how many rows that are. */
export interface Matching {
  where: string;
  values: unknown[];
  total: string;
  isCapped: boolean;
  isGathered: boolean;
}

/** Pages of these sizes have statements of their own, with a limit that the planner can go by whatever the values. */
const USUAL_SIZES = [25, 50, 100];

/** One row more than the page, so that it is known whether there is a next one. */
function pageStatement(
  list: ListDefinition<unknown>,
  query: ListQuery,
  page: Matching & { column: string; start: Cursor | number; known: number | undefined },
): { text: string; values: unknown[] } {
  const { where, total, column, start, known } = page;
  const values = [...page.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const after =
    typeof start === 'number'
      ? ''
      : ` and (${column}, id) ${query.order === 'desc' ? '<' : '>'} (${bind(start.after)}, ${bind(start.id)})`;
  const size = query.per_page + 1;
  const limit = `limit ${USUAL_SIZES.includes(query.per_page) ? size : bind(size)}`;
  const cut = typeof start === 'number' && start > 0 ? `${limit} offset ${bind(start)}` : limit;
  const orderBy = (prefix: string) =>
    `order by ${prefix}${column} ${query.order}, ${prefix}id ${query.order}`;
  // The page carries the name of its table, so that whatever else a row shows is looked up for its rows alone.
  const { table } = list;
  if (known === undefined || known > COUNT_CAP) {
    const counted = known === undefined ? `(${total})` : '0';
    const rows = `select *, ${counted} as total_matches from ${table} where ${where}${after} ${orderBy('')} ${cut}`;
    return { text: `with ${table} as (${rows}) ${list.select} ${orderBy(`${table}.`)}`, values };
  }
  const tenant = list.shared === true ? 'workspace_id = $1' : 'workspace_id = $1 and mode = $2';
  const gathered = `select ${column}, id from ${table} where ${where}`;
  const ids = `select id from gathered where true${after} ${orderBy('')} ${cut}`;
  const rows = `select *, 0 as total_matches from ${table} where ${tenant} and id = any(array(${ids}))`;
  const text =
    `with gathered as materialized (${gathered}), ${table} as (${rows})` +
    ` ${list.select} ${orderBy(`${table}.`)}`;
  return { text, values };
}

export function matchingOf(
  list: ListDefinition<unknown>,
  query: Record<string, unknown>,
  tenant: readonly unknown[],
  isWalked = false,
): Matching {
  const values: unknown[] = list.shared === true ? tenant.slice(0, 1) : [...tenant];
  const used = Object.keys(list.filters).filter((name) => query[name] !== undefined);
  let where = list.shared === true ? 'workspace_id = $1' : 'workspace_id = $1 and mode = $2';
  let isGathered = false;
  for (const name of used) {
    const filter = list.filters[name];
    if (filter === undefined) continue;
    const sent = query[name] as never;
    values.push(filter.value(sent));
    const found = typeof filter.sql === 'string' ? filter.sql : filter.sql(sent);
    const sql = isWalked ? (filter.walked ?? found) : found;
    where += ` and ${sql.replaceAll('?', `$${values.length}`)}`;
    isGathered ||= filter.gathered === true;
  }
  if (list.countedBy !== undefined && used.every((name) => name === list.countedBy)) {
    const total = countedRows(list.table, used.length === 0 ? undefined : '$3');
    return { where, values, total, isCapped: false, isGathered };
  }
  const counted = `select 1 from ${list.table} where ${where} limit ${COUNT_CAP + 1}`;
  const total = `select count(*)::int from (${counted}) matching`;
  return { where, values, total, isCapped: true, isGathered };
}

async function countOf(
  list: ListDefinition<unknown>,
  { total, values }: Matching,
  execute: Execute,
): Promise<number> {
  const text = `select (${total}) as n`;
  const [row] = await execute<{ n: number }>(nameOf(list, text), text, values);
  return row?.n ?? 0;
}

/** The name that a statement of a list is prepared by; empty, as PostgreSQL wants it, for one that is not. */
export function nameOf({ name, unprepared }: ListDefinition<unknown>, text: string, kind = name): string {
  return unprepared === true ? '' : named(kind, text);
}
