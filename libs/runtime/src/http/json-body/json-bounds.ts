/** Levels of objects and arrays, the body itself included; the deepest valid body has four. */
export const DEPTH_MAX = 32;
/** Values in a body. The largest valid bodies have about 9,200: custom fields of 16 KiB of digits, and 1,000 ids. */
export const VALUES_MAX = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Why a JSON text is nested too deeply or has too many values; `null` otherwise. It stops at the first excess: a hostile text
 * costs no more than a valid one. Every value but the first of an array or object follows a comma.
 */
export function jsonError(bytes: Uint8Array): string | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index);
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth += 1;
        values += 1;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (depth > DEPTH_MAX) return `The request body is nested deeper than ${DEPTH_MAX} levels.`;
    if (values > VALUES_MAX) return `The request body has more than ${VALUES_MAX} values.`;
  }
  return null;
}

/** The index of the quote that ends a string, or the last one of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}
