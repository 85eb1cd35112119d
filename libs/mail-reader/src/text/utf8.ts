import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** The text, or `null` if it is not UTF-8. A last character that is cut, as in a mail that is, does not count. */
export function utf8Text(bytes: Buffer): string | null {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const whole = bytes.subarray(0, bytes.length - cutLength(bytes));
  return whole.length < bytes.length && isUtf8(whole) ? whole.toString('utf8') : null;
}

/** Bytes of no UTF-8 for each character of it, up to which a text is UTF-8: other charsets hardly have sequences that are valid in it. */
const RATIO = 4;
/** Bytes of no UTF-8 after which a text of another charset is known to be one. */
const DECIDED_AFTER = 100;

/**
 * The text of bytes that are UTF-8 but for some of them, as where a program has cut a text within a character and added others: what is
 * not UTF-8 is read as windows-1252. It is `null` if too few characters are encoded in UTF-8, which makes it another charset.
 */
export function mostlyUtf8Text(bytes: Buffer): string | null {
  const pieces: string[] = [];
  let characters = 0;
  let others = 0;
  let start = 0;
  const push = (end: number) => {
    if (end > start) pieces.push(bytes.toString('utf8', start, end));
  };
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length > 1) characters += 1;
    if (length > 0) {
      at += length;
      continue;
    }
    others += 1;
    if (others > DECIDED_AFTER && characters * RATIO < others) return null;
    push(at);
    pieces.push(iconv.decode(bytes.subarray(at, at + 1), 'windows-1252'));
    at += 1;
    start = at;
  }
  push(bytes.length);
  return characters * RATIO >= others ? pieces.join('') : null;
}

/** Bytes of the character at this place (RFC 3629 section 4), or 0 if there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = lengthBy(first);
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

function lengthBy(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/** Bytes of a character at the end that has not all of its bytes. */
function cutLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthBy(byte) > length ? length : 0;
  }
  return 0;
}
