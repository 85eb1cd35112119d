import type { SearchTerm, TextTerm } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { TenantDatabase } from '@parley/persistence';
import {
  COUNT_CAP,
  type Filter,
  type ListDefinition,
  type SearchColumn,
  type SearchDefinition,
  type SetSize,
} from './list.ts';
import { compile, where } from './predicates.ts';
import { addressTerms, indexTerms, keyTerm, ofCaller, type IndexTerm } from './search-terms.ts';
import { runStatement } from './strategy.ts';

/** Where other filters leave up to this many rows, the index of words is not read at all: reading a common word takes long. */
const FEW = 1_000;
/** Conditions in as many forms as come up often. A statement with more of them is not prepared. */
const USUAL_CONDITIONS = 2;

interface Condition extends Pick<Filter, 'rowSql' | 'indexOnly'> {
  readonly sql: string;
  readonly set?: SetSize | undefined;
  readonly isScanned?: () => boolean;
  readonly value: unknown;
  readonly excludes?: true;
}

/** Nothing is left to look for. */
const NOTHING: Condition = { sql: 'false', value: null };

interface Narrowed<Row, Query> {
  list: ListDefinition<Row>;
  query: Query;
  /** The terms that matches are ranked by, as JSON. */
  ranking?: string;
  total?: number;
}

export const searchTable = (table: string): string => `${table}_search`;

/** SQL of a tsquery; `?` are terms as JSON. */
export const tsquery = (operator: '&' | '|'): string =>
  `(select search_query(search_scope($1::uuid, $2), ?::jsonb, ' ${operator} '))`;

export async function narrowBySearch<Row, Query extends Record<string, unknown>>(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<Row>,
  query: Query,
  terms: readonly SearchTerm[],
): Promise<Narrowed<Row, Query>> {
  const { search } = list;
  if (search === undefined) return { list, query };
  const { words, conditions } = splitTerms(withCaller(scope, terms), list.table, search);
  if (words.length + conditions.length === 0) return withConditions(list, query, [NOTHING]);
  const counts = await Promise.all(
    words.map(async (value) => ({ value, rows: await countWords(scope, list, query, value) })),
  );
  // Terms without a letter or digit match nothing alone, and are ignored beside others.
  const isAlone = counts.length === 1 && conditions.length === 0;
  const searched = counts.filter(({ rows }) => rows !== null || isAlone);
  const byWords = searched.map(({ value, rows }): Condition => {
    const set = (rows ?? 0) <= COUNT_CAP ? 'small' : 'large';
    return { sql: idsWithWords(list.table), rowSql: hasWords(list.table, '&'), set, value };
  });
  const [first] = searched;
  const isFiltered = Object.keys(list.filters).some((name) => query[name] !== undefined);
  // Of words alone the number of rows is the total, unless a record has several.
  const isTotal = conditions.length === 0 && search.parts !== true && !isFiltered;
  return {
    ...withConditions(list, query, [...conditions, ...byWords]),
    ranking: first?.value,
    total: isTotal && (first?.rows ?? 0) > COUNT_CAP ? (first?.rows ?? undefined) : undefined,
  };
}

/** Counts the rows of words that match, up to one more than the cap, which stands for few records too. Null without any words. */
async function countWords(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<unknown>,
  query: Record<string, unknown>,
  terms: string,
): Promise<number | null> {
  const predicates = compile(list, query);
  const [by] = predicates.sets;
  const counted = (from: string, limit: number) =>
    `(select count(*)::int from (${from} limit ${limit}) counted)`;
  const remaining = `select 1 from ${list.table} where ${where(predicates, by)}`;
  const isFew =
    predicates.values.length === 0
      ? ''
      : `when ${counted(remaining, FEW + 1)} <= ${FEW} then ${COUNT_CAP + 1}`;
  const text = `select case when ${tsquery('&')} is null then null ${isFew}
    else ${counted(rowsWithWords(list.table), COUNT_CAP + 1)} end as n`.replaceAll(
    '?',
    `$${predicates.parameters + 1}`,
  );
  const values = [...predicates.values, terms];
  const [row] = await runStatement<{ n: number | null }>(scope, list, { text, values });
  return row?.n ?? null;
}

/** The tenant in a form that no index has: only the index of words shall be used. */
const OF_TENANT = 'workspace_id::text = $1::uuid::text and mode = $2';

const rowsWithWords = (table: string): string =>
  `select id from ${searchTable(table)} where words @@ ${tsquery('&')} and ${OF_TENANT}`;

const idsWithWords = (table: string): string => `id = any (array(${rowsWithWords(table)}))`;

const wordsOfRecord = (table: string): string => `select 1 from ${searchTable(table)} s
  where s.workspace_id = ${table}.workspace_id and s.mode = ${table}.mode and s.created_at = ${table}.created_at
    and s.id = ${table}.id`;

/** Evaluated on one record: the function of the operator, for which no index is considered. */
const hasWords = (table: string, operator: '&' | '|'): string =>
  `exists (${wordsOfRecord(table)} and ts_match_vq(s.words, ${tsquery(operator)}) offset 0)`;

/** An anti-join by the index of words, which PostgreSQL does in batches where it exceeds its memory. */
const hasNoWords = (table: string): string =>
  `not exists (${wordsOfRecord(table)} and s.words @@ ${tsquery('|')})`;

function withConditions<Row, Query extends Record<string, unknown>>(
  list: ListDefinition<Row>,
  query: Query,
  conditions: readonly Condition[],
): { list: ListDefinition<Row>; query: Query } {
  const added = distinct(conditions).map((condition, index) => ({ condition, name: `q ${index}` }));
  const filters = added.map(({ name, condition: { excludes: _, ...filter } }): [string, Filter] => [
    name,
    { ...filter, value: (value: unknown) => value },
  ]);
  const values = added.map(({ name, condition }) => [name, condition.value] as const);
  return {
    list: {
      ...list,
      filters: { ...list.filters, ...Object.fromEntries(filters) },
      ...(added.length > USUAL_CONDITIONS ? { unprepared: true } : {}),
    },
    query: { ...query, ...Object.fromEntries(values) },
  };
}

/** Each condition once, in one order, so that equal queries share a statement. Exclusions are last: others find matches better. */
function distinct(conditions: readonly Condition[]): Condition[] {
  const byContent = new Map(conditions.map((one) => [JSON.stringify([one.sql, one.value]), one]));
  const key = ({ excludes, sql }: Condition) => `${excludes === true ? 1 : 0} ${sql}`;
  return [...byContent.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

const withCaller = (scope: TenantDatabase<TenantContext>, terms: readonly SearchTerm[]): SearchTerm[] =>
  terms.map((term) =>
    'field' in term && term.field === 'assignee' ? { ...term, values: ofCaller(scope, term.values) } : term,
  );

/** What the index of words is searched for, as JSON (one row of words must match each entry), and other conditions. */
function splitTerms(
  terms: readonly SearchTerm[],
  table: string,
  { columns, parts }: SearchDefinition,
): { words: string[]; conditions: Condition[] } {
  const texts: TextTerm[] = [];
  const keys: IndexTerm[] = [];
  const excluded: IndexTerm[] = [];
  const conditions: Condition[] = [];
  const exclusions = new Map<SearchColumn, string[]>();
  for (const term of terms) {
    if (!('field' in term)) {
      if (term.excluded) excluded.push(...indexTerms([term]));
      else texts.push(term);
      continue;
    }
    const column = columns[term.field];
    if (column === undefined) (term.excluded ? excluded : keys).push(keyTerm(term));
    else if (term.excluded) exclusions.set(column, [...(exclusions.get(column) ?? []), ...term.values]);
    else conditions.push(conditionOf(column, term.values));
    if (term.field === 'email' && column !== undefined && !term.excluded)
      keys.push(...addressTerms(term.values));
  }
  for (const [column, values] of exclusions) conditions.push(excluding(column, [...new Set(values)]));
  if (excluded.length > 0)
    conditions.push({
      sql: hasNoWords(table),
      rowSql: `not ${hasWords(table, '|')}`,
      set: 'large',
      excludes: true,
      value: JSON.stringify(excluded),
    });
  // Of a record with several rows, fields are in one of them, whichever has the texts.
  const words = indexTerms(texts);
  const rows = parts === true ? [words, keys] : [[...words, ...keys]];
  return { words: rows.filter((row) => row.length > 0).map((row) => JSON.stringify(row)), conditions };
}

/** The condition of a column that has any of some values. */
function conditionOf(column: SearchColumn, values: readonly string[]): Condition {
  const { sql, value, rowSql, set, isScanned, indexOnly } = column;
  const input = values as never;
  return {
    sql: typeof sql === 'string' ? sql : sql(input),
    value: value(input),
    set: typeof set === 'function' ? set(input) : set,
    ...(rowSql === undefined ? {} : { rowSql }),
    ...(isScanned?.(input) === true ? { isScanned: () => true } : {}),
    ...(indexOnly === undefined ? {} : { indexOnly }),
  };
}

/** One condition for all excluded values of a column. */
function excluding(column: SearchColumn, values: readonly string[]): Condition {
  const { sql, rowSql = sql, value, set } = conditionOf(column, values);
  return {
    sql: `not coalesce((${rowSql}), false)`,
    set: set === undefined ? set : 'large',
    excludes: true,
    value,
  };
}
