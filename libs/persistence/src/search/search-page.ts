import { emailKey, type ListQuery, type SearchTerm } from '@parley/contracts';
import { Counting } from '../counting.ts';
import type { Execute } from '../execute.ts';
import {
  COUNT_CAP,
  type ColumnFilter,
  type ListDefinition,
  type RowPage,
  type SearchDefinition,
} from '../list.ts';
import { GATHERED, matchingOf, rowsOf, wayOf, type Matching, type Way } from '../matching.ts';
import { pageOfRows } from '../page-of-rows.ts';
import { named, nameOf } from '../row-statements.ts';
import { searchTable } from './search-table.ts';

/**
 * Up to this many rows of words, all records that they belong to are looked up and sorted. With more, the list is walked
 * in its order, and whatever matches is taken: it soon has a page then, or the records are looked up after all.
 */
const LOOKED_UP = 10_000;

/** SQL of a query; `?` are terms as JSON. */
const queryOf = (joined: '&' | '|') =>
  `(select search_query(search_scope($1::uuid, $2), ?::jsonb, ' ${joined} '))`;

/** The tenant in a form that no index knows: only that of words shall be used. */
const OF_TENANT = 'workspace_id::text = $1::uuid::text and mode = $2';

/** Conditions in as many forms as come up often. With more the statement is not prepared. */
const USUAL_CONDITIONS = 2;

/** What the terms of a query come down to. */
interface Wanted {
  /** What the index of words is asked, as JSON: of each entry one row of words must have all. That of texts is first. */
  found: string[];
  /** Conditions beside it, with their values. */
  conditions: Condition[];
}

/** Of a filter what is not the value, and the value. */
type Condition = Pick<ColumnFilter, 'sql' | 'walked' | 'apart' | 'few'> & { value: unknown; excludes?: true };

/** A page of the records that a query finds, and that all other filters let through. */
export async function pageOfMatches<Row>(
  list: ListDefinition<Row>,
  search: SearchDefinition,
  terms: readonly SearchTerm[],
  query: ListQuery & Record<string, unknown>,
  tenant: readonly unknown[],
  execute: Execute,
): Promise<RowPage<Row>> {
  const { narrowed, asked, known } = await narrow(list, search, terms, query, tenant, execute);
  return pageOfRows(narrowed, asked, tenant, execute, known);
}

interface Narrowed<Row, Query> {
  narrowed: ListDefinition<Row>;
  asked: Query;
  /** What makes one match better than another. */
  ranking: string | undefined;
  /** The total, where that need not be counted. */
  known?: number;
}

/** Makes of a query filters of the list. */
async function narrow<Row, Query extends Record<string, unknown>>(
  list: ListDefinition<Row>,
  search: SearchDefinition,
  terms: readonly SearchTerm[],
  query: Query,
  tenant: readonly unknown[],
  execute: Execute,
): Promise<Narrowed<Row, Query>> {
  const { found, conditions } = wantedOf(terms, list.table, search);
  const counts = await Promise.all(
    found.map(async (value) => ({ value, rows: await countOf(list, value, tenant, execute) })),
  );
  // Words without letters mean nothing beside others, nor beside anything else.
  const isAlone = counts.length === 1 && conditions.length === 0;
  const meant = counts.flatMap(({ value, rows }) =>
    rows === null && !isAlone ? [] : [{ value, rows: rows ?? 0 }],
  );
  const byWords = meant.map(({ value, rows }) => ({
    sql: lookedUp(list.table),
    walked: hasWords(list.table, '&'),
    few: rows <= LOOKED_UP,
    value,
  }));
  const all = withConditions(list, query, [...conditions, ...byWords]);
  const [first] = meant;
  const filtered = Object.keys(list.filters).some((name) => query[name] !== undefined);
  const isAll = conditions.length === 0 && search.parts !== true && !filtered;
  // Counting what is known to be more than anybody counts would be a walk for nothing.
  const known = isAll && first !== undefined && first.rows > LOOKED_UP ? { known: first.rows } : {};
  return { ...all, ranking: first?.value, ...known };
}

/** Of the newest matches this many are ranked. */
const RANKED = 500;

/** What a query finds, the best of the newest first. */
export interface Matches<Row> {
  rows: Row[];
  total_count: number;
  total_count_relation: 'eq' | 'gte';
}

/** The best matches of a query in a list, at most `limit`, and how many there are. */
export async function bestMatches<Row>(
  list: ListDefinition<Row>,
  search: SearchDefinition,
  terms: readonly SearchTerm[],
  limit: number,
  tenant: readonly unknown[],
  execute: Execute,
): Promise<Matches<Row>> {
  const { narrowed, asked, ranking, known } = await narrow(list, search, terms, {}, tenant, execute);
  const matching = matchingOf(narrowed, asked, tenant);
  const counting = new Counting(narrowed, matching, { by: 'created_at', order: 'desc' }, execute);
  const read = async (way: Way) => {
    const found = way === 'gathered' ? await counting.least() : matching;
    const { text, values } = bestStatement(narrowed, way, { matching: found, ranking, limit });
    return execute<Row & { newest_matches: number; total_matches: number }>(
      nameOf(narrowed, text, `${list.name}.best`),
      text,
      values,
    );
  };
  let way = wayOf(matching);
  let rows = await read(way);
  if (way === 'walked' && (rows[0]?.newest_matches ?? 0) < RANKED) {
    way = 'gathered';
    rows = await read(way);
  }
  const counted = way === 'walked' ? known : (rows[0]?.total_matches ?? 0);
  const count = counted ?? (rows.length === 0 ? 0 : await counting.matches());
  return {
    rows,
    total_count: Math.min(count, COUNT_CAP),
    total_count_relation: count > COUNT_CAP ? 'gte' : 'eq',
  };
}

/** Ranks the newest of what matches, and reads the best of them. */
function bestStatement(
  list: ListDefinition<unknown>,
  way: Way,
  { matching, ranking, limit }: { matching: Matching; ranking: string | undefined; limit: number },
): { text: string; values: unknown[] } {
  const values = [...matching.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { table } = list;
  const query = queryOf('&').replaceAll('?', bind(ranking ?? '[]'));
  const order = (of: string) => `order by ${of}rank desc nulls last, ${of}created_at desc, ${of}id desc`;
  const counts: Record<Way, string> = {
    sorted: `(${matching.total})`,
    walked: '0',
    gathered: 'coalesce((select max(n) from newest), 0)',
  };
  const newest = rowsOf(list, matching, way, {
    columns: `workspace_id, mode, created_at, id, ${way === 'gathered' ? GATHERED : '0'} as n`,
    by: 'created_at',
    order: 'desc',
    cut: `limit ${RANKED}`,
  });
  const text = `
    with newest as materialized (${newest}), best as (
      select newest.*, (
        select max(ts_rank(s.words, ${query})) from ${searchTable(table)} s
         where s.workspace_id = newest.workspace_id and s.mode = newest.mode
           and s.created_at = newest.created_at and s.id = newest.id and ts_match_vq(s.words, ${query})) as rank
        from newest ${order('')} limit ${bind(limit)}
    ), ${table} as (
      select ${table}.*, best.rank, (select count(*)::int from newest) as newest_matches,
          ${counts[way]} as total_matches
        from best join ${table} using (workspace_id, mode, created_at, id)
    ) ${list.select} ${order(`${table}.`)}`;
  return { text, values };
}

/** Rows of words that have what is looked for: counted up to one more than are looked up. Null where it means nothing. */
async function countOf(
  list: ListDefinition<unknown>,
  found: string,
  tenant: readonly unknown[],
  execute: Execute,
): Promise<number | null> {
  const counted = `select count(*)::int from (${matching(list.table)} limit ${LOOKED_UP + 1}) found`;
  const text = `select case when ${queryOf('&')} is not null then (${counted}) end as n`.replaceAll(
    '?',
    '$3',
  );
  const [row] = await execute<{ n: number | null }>(named(list.name, text), text, [...tenant, found]);
  return row?.n ?? null;
}

const matching = (table: string) =>
  `select id from ${searchTable(table)} where words @@ ${queryOf('&')} and ${OF_TENANT}`;

const lookedUp = (table: string) => `id = any (array(${matching(table)}))`;

/** Whether a row of a record's words has these: by a function, which no index offers to answer, once for each record. */
const hasWords = (table: string, joined: '&' | '|') => `exists (select 1 from ${searchTable(table)} s
  where s.workspace_id = ${table}.workspace_id and s.mode = ${table}.mode and s.created_at = ${table}.created_at
    and s.id = ${table}.id and ts_match_vq(s.words, ${queryOf(joined)}) offset 0)`;

/**
 * Records none of whose words are these: of many the index tells which are out, so that each row need not be asked. A
 * join, which PostgreSQL does in pieces where the records are too many for its memory.
 */
const without = (table: string) => `not exists (select 1 from ${searchTable(table)} s
  where s.workspace_id = ${table}.workspace_id and s.mode = ${table}.mode and s.created_at = ${table}.created_at
    and s.id = ${table}.id and s.words @@ ${queryOf('|')})`;

/** Conditions as filters of a list, whose values are parameters of its query. */
function withConditions<Row, Query extends Record<string, unknown>>(
  list: ListDefinition<Row>,
  query: Query,
  conditions: Wanted['conditions'],
): { narrowed: ListDefinition<Row>; asked: Query } {
  const added = distinct(conditions).map((one, index) => ({ ...one, name: `q ${index}` }));
  const filters = added.map(
    ({ name, ...one }) => [name, { ...one, value: (given: unknown) => given }] as const,
  );
  const values = added.map(({ name, value }) => [name, value] as const);
  return {
    narrowed: {
      ...list,
      filters: { ...list.filters, ...Object.fromEntries(filters) },
      ...(added.length > USUAL_CONDITIONS ? { unprepared: true } : {}),
    },
    asked: { ...query, ...Object.fromEntries(values) },
  };
}

/**
 * Each once, in an order that is not the caller's: the same is asked by the same statement, however it was written. What
 * excludes is last: nothing is found by it that has anything else to be found by.
 */
function distinct(conditions: Wanted['conditions']): Wanted['conditions'] {
  const byContent = new Map(conditions.map((one) => [JSON.stringify([one.sql, one.value]), one]));
  const key = ({ excludes, sql }: Condition) => `${excludes === true ? 1 : 0} ${sql}`;
  return [...byContent.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

function wantedOf(terms: readonly SearchTerm[], table: string, { columns, parts }: SearchDefinition): Wanted {
  const words: object[] = [];
  const keys: object[] = [];
  const excluded: object[] = [];
  const conditions: Wanted['conditions'] = [];
  for (const term of terms) {
    const column = 'field' in term ? columns[term.field] : undefined;
    if ('field' in term && column !== undefined) {
      const { value, ...found } = column;
      const { sql, walked = sql } = found;
      const condition = term.excluded ? excluding(walked) : found;
      conditions.push({ ...condition, value: value(term.value as never) });
      if (term.field === 'email' && !term.excluded) keys.push(...addressKeys(term.value));
    } else if (term.excluded) {
      excluded.push(keyOf(term));
    } else {
      ('field' in term ? keys : words).push(keyOf(term));
    }
  }
  if (excluded.length > 0)
    conditions.push({
      sql: without(table),
      walked: `not ${hasWords(table, '|')}`,
      excludes: true,
      value: JSON.stringify(excluded),
    });
  // Fields are the record's, whichever of its parts has the words.
  const rows = parts === true ? [words, keys] : [[...words, ...keys]];
  return {
    found: rows.filter((row) => row.length > 0).map((row) => JSON.stringify(row)),
    conditions,
  };
}

function excluding(row: string): Omit<Condition, 'value'> {
  const sql = `not coalesce((${row}), false)`;
  return { sql, walked: sql, excludes: true };
}

function keyOf(term: SearchTerm): object {
  const { excluded: _, ...key } = term;
  return key;
}

/** What words of an address say of a pattern; a condition on the address itself says the rest. */
function addressKeys(pattern: string): object[] {
  const address = emailKey(pattern);
  // Of letters beyond ASCII an accent may stand apart, and be another letter backwards.
  // eslint-disable-next-line no-control-regex
  if (!/^[\u0000-\u007f]*$/.test(address)) return [];
  if (!address.includes('*')) return [{ field: 'email', value: address }];
  const start = address.slice(0, address.indexOf('*'));
  const end = [...address.slice(address.lastIndexOf('*') + 1)].reverse().join('');
  return [
    ...(start === '' ? [] : [{ field: 'email', value: start, prefix: true }]),
    ...(end === '' ? [] : [{ field: 'email_reversed', value: end, prefix: true }]),
  ];
}
