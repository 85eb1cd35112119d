import { decodeId, emailKey, type FieldTerm, type IdKind, type TextTerm } from '@parley/contracts';
import type { TenantDatabase } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';

/** A term of `search_query` in search.sql. */
export type IndexTerm =
  | { words: string; prefix?: boolean }
  | { field: string; key?: string; value: string; prefix?: boolean }
  | { any: IndexTerm[] }
  | { all: IndexTerm[] };

/** Ids of users with that of the caller in place of `me`. */
export function ofCaller({ ctx }: TenantDatabase<TenantContext>, ids: readonly string[]): string[] {
  const userId = ctx.principal?.userId;
  return ids.map((id) => (id === 'me' && userId !== undefined ? userId : id));
}

const anyOf = (terms: IndexTerm[]): IndexTerm => {
  const [only, ...others] = terms;
  return only !== undefined && others.length === 0 ? only : { any: terms };
};

/** A field that is among the words of a record. */
export const keyTerm = ({ field, key, values }: FieldTerm): IndexTerm =>
  anyOf(values.map((value) => ({ field, ...(key === undefined ? {} : { key }), value })));

/** A part of a grouped number. */
const NUMERIC = /^[+(]*\p{Nd}[\p{Nd}\s()+./\-\u2010-\u2015]*$/u;
/** As short as a number can be that people group. */
const DIGITS_MIN = 5;

/** Ids of records, and numbers in any grouping, may be stored as one word. */
export function indexTerms(terms: readonly TextTerm[]): IndexTerm[] {
  const found: IndexTerm[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    const run: TextTerm[] = [];
    for (let next = terms[at]; next !== undefined && NUMERIC.test(next.words); next = terms[at + run.length])
      run.push(next);
    const digits = run.map(({ words }) => words.replaceAll(/\P{Nd}/gu, '')).join('');
    const parts = run.map(({ words, prefix }) => ({ words, prefix }));
    if (digits.length >= DIGITS_MIN) {
      const prefix = run.at(-1)?.prefix ?? false;
      const grouped = { field: 'number', value: digits, prefix };
      found.push({ any: [{ all: parts }, { words: digits, prefix }, grouped] });
      at += run.length - 1;
    } else {
      const { words = '', prefix = false } = terms[at] ?? {};
      const id = idTerm(words);
      found.push(id === null ? { words, prefix } : { any: [{ words, prefix }, id] });
    }
  }
  return found;
}

const SEARCHED: readonly IdKind[] = ['ticket', 'conversation', 'message', 'contact'];

function idTerm(words: string): IndexTerm | null {
  const id = words.toLowerCase();
  const uuid = SEARCHED.map((kind) => decodeId(kind, id)).find((one) => one !== null);
  return uuid === undefined ? null : { field: 'id', value: uuid };
}

/** Words that the matches of any of several address patterns have; none if one pattern has no such word. */
export function addressTerms(patterns: readonly string[]): IndexTerm[] {
  const [pattern = '', ...others] = patterns;
  if (others.length === 0) return addressKeys(pattern);
  const each = patterns.map(addressKeys);
  return each.every((keys) => keys.length > 0) ? [{ any: each.map((all) => ({ all })) }] : [];
}

/** The words of an address that every match of a pattern has. The pattern itself is a condition besides. */
function addressKeys(pattern: string): IndexTerm[] {
  const address = emailKey(pattern);
  // Beyond ASCII an accent may be a character of its own, which stands before another letter when reversed.
  // oxlint-disable-next-line no-control-regex
  if (!/^[\u0000-\u007f]*$/.test(address)) return [];
  if (!address.includes('*')) return [{ field: 'email', value: address }];
  const start = address.slice(0, address.indexOf('*'));
  const end = [...address.slice(address.lastIndexOf('*') + 1)].reverse().join('');
  return [
    ...(start === '' ? [] : [{ field: 'email', value: start, prefix: true }]),
    ...(end === '' ? [] : [{ field: 'email_reversed', value: end, prefix: true }]),
  ];
}
