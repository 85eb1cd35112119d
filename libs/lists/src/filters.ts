import { emailKey, tagKey, uuidOf, type Id, type IdKind } from '@parley/contracts';
import type { Filter, ListDefinition, SqlFilter } from './list.ts';

export function equals(column: string, value: Filter['value'] = (input: unknown) => input): SqlFilter {
  return { sql: `${column} = ?`, value };
}

/** The position of a word in an enumeration is what columns and indexes hold. */
const wordOf = (column: string, words: readonly string[]) => `('{${words.join()}}'::text[])[${column}]`;

/** Filters an enumeration by the position of the value. */
const byRank = (column: string, words: readonly string[]): SqlFilter => ({
  sql: `${column} = array_position('{${words.join()}}'::text[], ?::text)`,
  value: (word: string) => word,
});

interface AnyOf {
  one: (value: string) => string;
  text: string;
  bound?: (value: string) => string;
}

/** A filter by any of several values. An index looks up one; of several, it evaluates each of its entries. */
function anyOf({ one, text, bound = (value) => value }: AnyOf): Filter {
  return {
    sql: ([value = '', ...others]: readonly string[]) =>
      // A function: PostgreSQL would look up `= any(…)` in the index once for each value, and lose the order of the sort.
      others.length === 0 ? one(value) : `array_position(?::text[], ${text}) is not null`,
    value: (values: readonly string[]) => {
      const [value, ...others] = values.map(bound);
      return others.length === 0 ? value : [value, ...others];
    },
    isScanned: (values: readonly string[]) => values.length > 1,
  };
}

export const anyWord = (column: string): Filter => anyOf({ one: () => `${column} = ?`, text: column });

export const anyRank = (column: string, words: readonly string[]): Filter =>
  anyOf({ one: () => byRank(column, words).sql, text: wordOf(column, words) });

/** Filters an enumeration whose numbers a column holds. */
export const anyNumber = (column: string, numbers: Readonly<Record<string, number>>): Filter =>
  anyOf({
    one: () => `${column} = ?::smallint`,
    text: `${column}::text`,
    bound: (word) => String(numbers[word]),
  });

/** Filters a nullable id; `none` are the rows without one. */
export const anyId = (column: string, kind: IdKind): Filter =>
  anyOf({
    one: (value) => (value === 'none' ? `${column} is null` : `${column} = ?`),
    text: `coalesce(${column}::text, 'none')`,
    bound: (id) => (id === 'none' ? id : uuidOf(kind, id as Id<IdKind>)),
  });

/** As {@link anyId}, for a column that no index of a sort has, but one of its own. */
export const anyIdOfIndex = (column: string, kind: IdKind): Filter => ({
  sql: (ids: readonly string[]) =>
    ids.includes('none') ? `(${column} is null or ${column} = any(?::uuid[]))` : `${column} = any(?::uuid[])`,
  value: (ids: readonly string[]) =>
    ids.filter((id) => id !== 'none').map((id) => uuidOf(kind, id as Id<IdKind>)),
  set: 'unknown',
});

/** Filters by tags, for a table with `tag_keys` and an index of `tenant_keys`. */
export const anyTag: Filter = {
  sql: `tag_keys <> '{}' and tenant_keys(workspace_id, mode, tag_keys) &&
    array(select $1::uuid || '/' || $2 || '/' || key from unnest(?::text[]) key)`,
  value: (names: readonly string[]) => names.map(tagKey),
  set: 'unknown',
  rowSql: 'tag_keys && ?::text[]',
};

/** The filters of `createdRange` in the contract. */
export const createdWithin: ListDefinition<unknown>['filters'] = {
  created_after: { sql: 'created_at >= ?', value: (instant: Date) => instant },
  created_before: { sql: 'created_at < ?', value: (instant: Date) => instant },
};

/** Found by the index of the sort `updated_at`, because those of other sorts do not have the time of the last change. */
const byUpdate = { value: (instant: Date) => instant, set: 'unknown', plainIn: 'updated_at' } as const;

/** The filters of `updatedRange` in the contract. */
export const updatedWithin: ListDefinition<unknown>['filters'] = {
  updated_after: { sql: 'updated_at >= ?', ...byUpdate },
  updated_before: { sql: 'updated_at < ?', ...byUpdate },
};

/** A LIKE pattern for e-mail addresses. Only `*` is a wildcard of the API: `%`, `_` and `\` are escaped. */
export function addressPattern(filter: string): string {
  return emailKey(filter)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
}

/** The last code point, which is not a character: no text sorts after it. */
const LAST = 0x10ffff;

/** The range of texts with a prefix, its end exclusive: no prepared statement looks up the prefix of a pattern in an index. */
export function prefixRange(prefix: string): [from: string, to: string] {
  const characters = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (characters.at(-1) === LAST) characters.pop();
  const last = characters.pop();
  if (last === undefined) return [prefix, String.fromCodePoint(LAST)];
  // Surrogates are not characters.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return [prefix, String.fromCodePoint(...characters, next)];
}
