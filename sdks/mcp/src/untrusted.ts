// Customers write to the same system that an assistant reads, so everything that a person has written is data, and must not be taken
// for an instruction. It is only in fields named `untrusted_*`, and in texts only inside of a fence.
import { randomBytes } from 'node:crypto';

/**
 * Characters that show nothing, and can hide instructions from people: controls, formats (bidirectional ones and tags among them), line
 * separators, private use, and what Unicode says to ignore (variation selectors, fillers).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
const LINE_BREAKS_AND_TABS = /^[\n\t]$/;

/** The text with its invisible characters as escapes: `\u{200B}`. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(INVISIBLE, (character) =>
      LINE_BREAKS_AND_TABS.test(character)
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
    );
}

/** A part of a text: at most `max` UTF-16 code units from an offset, without half a character at the end. */
export function cut(text: string, max: number, from = 0): string {
  const part = text.slice(from, from + max);
  return /[\uD800-\uDBFF]$/.test(part) && from + max < text.length ? part.slice(0, -1) : part;
}

/** What a field that is not `untrusted_*` may have: ids, enumerations, times, cursors. */
const PLAIN = /^[\w.:+-]{1,1000}$/;

/** One record, as tools show it. */
export interface Item {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * A record without its empty fields. Invisible characters are escaped, and a text that is no id, enumeration or time is left out
 * unless its field is named `untrusted_*`.
 */
export function item(fields: Item): Item {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const safe = name.startsWith('untrusted_') ? escaped(value) : plain(value);
    return isEmpty(safe) ? [] : [[name, safe]];
  });
  return Object.fromEntries(entries) as Item;
}

function escaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(escaped);
  return typeof value === 'string' ? visible(value) : plain(value);
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain).filter((one) => one !== undefined);
  if (typeof value === 'string') return PLAIN.test(value) ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Values as lines of JSON between two markers. Nobody can write the closing one: the marker is random, and `<` is escaped. Each value is
 * on one line, as JSON escapes line breaks.
 */
export function fenced(values: readonly unknown[]): string {
  const marker = `untrusted-${randomBytes(8).toString('hex')}`;
  const lines = values.map((value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
  return [`<${marker}>`, ...lines, `</${marker}>`].join('\n');
}
