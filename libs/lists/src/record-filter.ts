// SQL of the filters that views have (docs/adr/0044-filters-and-views.md), over the filters of the list that they narrow.
import {
  customKeyOf,
  uuidOf,
  type Comparison,
  type FilterTest,
  type FilterTests,
  type Id,
} from '@parley/contracts';
import type { Bind, Filter, ListDefinition } from './list.ts';
import { rowPredicate, sizeOf } from './predicates.ts';

type Operand = FilterTest['operands'][number];

/** A filter of the list with the value that its parameter would have. */
interface Parameter {
  readonly name: string;
  readonly input: unknown;
}

/** A list and a query that are narrowed by the tests of a filter. */
export function narrowByFilter<Row, Query extends Record<string, unknown>>(
  list: ListDefinition<Row>,
  query: Query,
  { all, any }: FilterTests,
): { list: ListDefinition<Row>; query: Query } {
  const narrowed: Record<string, unknown> = { ...query };
  const added: [string, Filter][] = [];
  const add = (filter: Filter, input: unknown) => {
    const name = `filter ${added.length}`;
    added.push([name, filter]);
    narrowed[name] = input;
  };
  let isUsual = true;
  const groups = any.length === 0 ? [] : [any];
  for (const test of all) {
    const parameter = test.excludes ? undefined : parameterOf(list, test);
    if (parameter === undefined) groups.push([test]);
    else if (narrowed[parameter.name] === undefined) narrowed[parameter.name] = parameter.input;
    else add(list.filters[parameter.name] as Filter, parameter.input);
  }
  for (const group of groups) {
    isUsual = false;
    add(anyOfTests(list, group, query['sort']), true);
  }
  return {
    list: {
      ...list,
      filters: { ...list.filters, ...Object.fromEntries(added) },
      ...(isUsual ? {} : { unprepared: true }),
    },
    query: narrowed as Query,
  };
}

/** One predicate that is true where one of the tests is. The indexes of sorts evaluate it if they have all of its columns. */
function anyOfTests(list: ListDefinition<unknown>, tests: readonly FilterTest[], sort: unknown): Filter {
  const isPlain = tests.every((test) => {
    const parameter = parameterOf(list, test);
    if (parameter === undefined) return false;
    return sizeOf(list.filters[parameter.name] as Filter, parameter.input as never, sort) === undefined;
  });
  return {
    composed: (bind) => anyOfSql(tests.map((test) => sqlOfTest(list, test, bind))),
    sql: '',
    value: () => null,
    ...(isPlain ? { isScanned: () => true } : { set: 'large' }),
  };
}

function sqlOfTest(list: ListDefinition<unknown>, test: FilterTest, bind: Bind): string {
  const sql = sqlOfComparison(list, test, bind);
  return test.excludes ? `not coalesce(${sql}, false)` : sql;
}

function sqlOfComparison(list: ListDefinition<unknown>, test: FilterTest, bind: Bind): string {
  if (test.operands.length === 0) return 'false';
  const parameter = parameterOf(list, test);
  if (parameter !== undefined)
    return `(${rowPredicate(list.filters[parameter.name] as Filter, parameter.input as never, bind)})`;
  if (test.field.type === 'custom') return customSql(test, bind);
  if (test.field.type === 'tag') return tagSql(list, test, bind);
  const column = list.columns?.[test.name];
  if (column === undefined) throw new TypeError(`${list.name} has no column of ${test.name}`);
  return columnSql(column, test, bind);
}

/** The parameter of the list that is true for the same rows as a comparison, if there is one. */
function parameterOf({ filters }: ListDefinition<unknown>, test: FilterTest): Parameter | undefined {
  const { name, field, is, operands } = test;
  if (field.type === 'time') return rangeOf(filters, test);
  if (is !== 'any' || operands.length === 0 || filters[name] === undefined) return undefined;
  const hasNull = operands.includes(null);
  if (field.type === 'text')
    return operands.length === 1 && !hasNull ? { name, input: operands[0] } : undefined;
  if (hasNull && field.type !== 'id' && field.type !== 'word') return undefined;
  return { name, input: operands.map((one) => (one === null ? 'none' : String(one))) };
}

/** Stored times are whole milliseconds, so that the bounds of a range are exact. */
function rangeOf(
  filters: ListDefinition<unknown>['filters'],
  { name, is, operands }: FilterTest,
): Parameter | undefined {
  const [at] = operands;
  if (is === 'any' || typeof at !== 'number') return undefined;
  const isLower = is === 'gt' || is === 'gte';
  const parameter = `${name.replace(/_at$/, '')}_${isLower ? 'after' : 'before'}`;
  if (filters[parameter] === undefined) return undefined;
  const input = new Date(timeOf(is === 'gt' || is === 'lte' ? at + 1 : at));
  return { name: parameter, input };
}

/** PostgreSQL has no year 0, in which no record was written. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z');
const timeOf = (at: number): number => Math.max(at, FIRST_TIME);

const OPERATORS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const satisfies Partial<
  Record<Comparison, string>
>;

const CASTS = { number: 'bigint', time: 'timestamptz', id: 'uuid' } as const;

function columnSql(column: string, test: FilterTest, bind: Bind): string {
  const { field, is, operands } = test;
  const [first = null] = operands;
  if (is === 'contains') return isWithin(column, first, bind);
  const cast = Object.hasOwn(CASTS, field.type) ? CASTS[field.type as keyof typeof CASTS] : 'text';
  if (is !== 'any') return `${column} ${OPERATORS[is]} ${bind(textOf(test, first))}::${cast}`;
  const values = operands.filter((one) => one !== null).map((one) => textOf(test, one));
  return anyOfSql([
    ...(operands.includes(null) ? [`${column} is null`] : []),
    ...(values.length === 0 ? [] : [`${column} = any(${bind(values)}::${cast}[])`]),
  ]);
}

const anyOfSql = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`;

/** A value as the text that PostgreSQL reads. */
function textOf({ field }: FilterTest, operand: Operand): string {
  if (field.type === 'time') return new Date(timeOf(Number(operand))).toISOString();
  return field.kind === undefined
    ? String(operand)
    : uuidOf(field.kind, String(operand) as Id<typeof field.kind>);
}

/** Records without any tag, or with one of several. */
function tagSql(list: ListDefinition<unknown>, test: FilterTest, bind: Bind): string {
  const named = test.operands.filter((one) => one !== null);
  return anyOfSql([
    `tag_keys = '{}'`,
    ...(named.length === 0 ? [] : [sqlOfComparison(list, { ...test, operands: named }, bind)]),
  ]);
}

/** As `foldedText` of the contract, by the same rules of Unicode. */
const folded = (sql: string): string => `translate(lower(${sql} collate "und-x-icu"), 'ς', 'σ')`;

const isWithin = (sql: string, operand: Operand, bind: Bind): string =>
  `strpos(${folded(sql)}, ${bind(operand)}::text) > 0`;

/** Custom fields are values, or lists of values: a comparison is true if it is of one of these. */
function customSql({ name, is, operands }: FilterTest, bind: Bind): string {
  const field = `(custom_fields -> ${bind(customKeyOf(name))}::text)`;
  const [first = null] = operands;
  if (is === 'contains')
    return `exists (select from jsonb_path_query(${field}, '$[*] ? (@.type() == "string")') found
      where ${isWithin(`(found #>> '{}')`, first, bind)})`;
  if (is !== 'any')
    return `jsonb_path_exists(${field}, '$[*] ? (@ ${OPERATORS[is]} $operand)',
      jsonb_build_object('operand', ${bind(JSON.stringify(first))}::jsonb), true)`;
  return anyOfSql(
    operands.map((one) =>
      one === null
        ? `coalesce(${field}, '[]') = '[]'`
        : `coalesce(${field} @> ${bind(JSON.stringify(one))}::jsonb, false)`,
    ),
  );
}
