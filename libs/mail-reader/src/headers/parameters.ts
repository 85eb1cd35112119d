import { decodeText } from '../text/charsets.ts';
import { decodeWords } from './encoded-words.ts';

/** A value with parameters, as of Content-Type and Content-Disposition. */
export interface ParameterizedValue {
  /** The value in lower case, without comments. */
  readonly value: string;
  /** Values by names in lower case, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

interface Segment {
  readonly isEncoded: boolean;
  readonly text: string;
}

/** Parameters, and segments of one, that are read. */
const PARAMETERS_MAX = 200;

/**
 * Reads a value with parameters (RFC 2045 section 5.1), whose values are encoded or continued as RFC 2231 says, or are encoded words,
 * which many programs write. Of a parameter that is there twice, the form of RFC 2231 counts, then the first.
 */
export function parseParameters(text: string): ParameterizedValue {
  const [first = '', ...rest] = splitOutsideQuotes(text);
  const plain = new Map<string, string>();
  const continued = new Map<string, Segment[]>();
  for (const piece of rest.slice(0, PARAMETERS_MAX)) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (name === '') continue;
    const value = unquoted(piece.slice(equals + 1).trim());
    const [, base = '', index, star] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name) ?? [];
    if (index === undefined && star === undefined) setFirst(plain, name, decodeWords(value));
    else setSegment(continued, base, Number(index ?? 0), { isEncoded: star !== undefined, text: value });
  }
  const parameters = new Map([
    ...plain,
    ...[...continued].map(([name, segments]) => [name, joined(segments)] as const),
  ]);
  return { value: withoutComment(decodeWords(first)).trim().toLowerCase(), parameters };
}

/** Text before a comment in parentheses, for what cannot contain one. */
export function withoutComment(text: string): string {
  const start = text.indexOf('(');
  return start < 0 ? text : text.slice(0, start).trim();
}

function setFirst(values: Map<string, string>, name: string, value: string): void {
  if (!values.has(name)) values.set(name, value);
}

function setSegment(all: Map<string, Segment[]>, name: string, index: number, segment: Segment): void {
  const segments = all.get(name) ?? [];
  if (index < PARAMETERS_MAX) segments[index] ??= segment;
  all.set(name, segments);
}

/** Pieces between semicolons, except those within quotes; a quote that nothing closes is a character. */
function splitOutsideQuotes(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isClosed = true;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"' && isClosed) {
      const end = closingQuote(text, at);
      isClosed = end !== null;
      at = end ?? at;
    } else if (text[at] === ';') {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
    if (pieces.length > PARAMETERS_MAX) break;
  }
  return [...pieces, text.slice(start)];
}

function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return null;
}

/** The content of a quoted string. A backslash is kept where it is part of a path of Windows, as some programs write it. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  const end = closingQuote(value, 0) ?? value.length;
  return value.slice(1, end).replaceAll(/\\(["\\])/g, '$1');
}

function joined(segments: readonly Segment[]): string {
  let charset: string | null = null;
  const bytes: Buffer[] = [];
  // A gap ends what can be told of the value.
  const gap = segments.findIndex((segment) => segment === (undefined as unknown));
  const known = segments.slice(0, gap < 0 ? undefined : gap);
  for (const [index, { isEncoded, text }] of known.entries()) {
    const [, label, encoded] = index === 0 && isEncoded ? (/^([^']*)'[^']*'(.*)$/s.exec(text) ?? []) : [];
    if (label !== undefined && label !== '') charset = label;
    bytes.push(isEncoded ? percentDecoded(encoded ?? text) : Buffer.from(text));
  }
  const value = decodeText(Buffer.concat(bytes), charset);
  // A value that is continued, but not encoded, consists of encoded words in some programs.
  return known.some(({ isEncoded }) => isEncoded) ? value : decodeWords(value);
}

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1');
  return Buffer.from(
    bytes.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
