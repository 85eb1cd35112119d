import { emailKey } from '@parley/contracts';

/**
 * A pattern of an e-mail address as LIKE wants it. Only `*` is a wildcard to callers; `%`, `_` and `\\` mean themselves.
 */
export function addressPattern(filter: string): string {
  return emailKey(filter)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
}

/**
 * The texts that begin with `prefix`, in the order of characters: from the first (inclusive) to the second (exclusive).
 * As values of a comparison an index is found by them in a prepared statement too, which a pattern of LIKE is not.
 */
export function prefixRange(prefix: string): [from: string, to: string] {
  const characters = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (characters.at(-1) === LAST) characters.pop();
  const last = characters.pop();
  // Nothing comes after all texts; this is no character of any.
  if (last === undefined) return [prefix, String.fromCodePoint(LAST)];
  // Between those two are the halves of characters, which are none.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return [prefix, String.fromCodePoint(...characters, next)];
}

/** The last code point. */
const LAST = 0x10ffff;
