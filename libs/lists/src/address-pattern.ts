import { emailKey } from '@parley/contracts';

/** A LIKE pattern for e-mail addresses. Only `*` is a wildcard of the API: `%`, `_` and `\` are escaped. */
export function addressPattern(filter: string): string {
  return emailKey(filter)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
}

/**
 * The range of texts that begin with `prefix`, its end exclusive, in the order of code points. A prepared statement can
 * look up a range in an index, but not the prefix of a LIKE pattern that is a parameter.
 */
export function prefixRange(prefix: string): [from: string, to: string] {
  const characters = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (characters.at(-1) === LAST) characters.pop();
  const last = characters.pop();
  // No text sorts after the last code point, which is not a character.
  if (last === undefined) return [prefix, String.fromCodePoint(LAST)];
  // Surrogates are not characters.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return [prefix, String.fromCodePoint(...characters, next)];
}

/** The last code point. */
const LAST = 0x10ffff;
