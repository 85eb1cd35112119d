import { malformed } from './refusal.ts';

/** Most fields of a form, lines in it that only begin like its boundary, and bytes of the headers of a field. */
const FIELDS_MAX = 1_000;
const FALSE_DELIMITERS_MAX = 1_000;
const HEADERS_MAX = 8 * 1024;

/** A field, byte by byte as it was sent. */
export type FormEntry = readonly [name: string, value: Buffer];

/** The fields of a form; the first of a name counts. Throws `malformed` for another content type. */
export function formFields(contentType: string, body: Buffer): ReadonlyMap<string, Buffer> {
  const fields = new Map<string, Buffer>();
  for (const [name, value] of formEntries(contentType, body)) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** All fields of a form in their order. Throws `malformed` for another content type. */
export function formEntries(contentType: string, body: Buffer): readonly FormEntry[] {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) return urlEncoded(body);
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('The Content-Type of the request is not that of a form.');
  return multipart(body, boundary);
}

/** The text of a field; null without it. */
export const fieldText = (fields: ReadonlyMap<string, Buffer>, name: string): string | null =>
  fields.get(name)?.toString('utf8') ?? null;

function multipart(body: Buffer, boundary: string): FormEntry[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const delimiters = new Delimiters(body, delimiter);
  const fields: FormEntry[] = [];
  // The first one may stand at the very beginning.
  let at = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))
    ? delimiter.length - 2
    : delimiters.next(0).end;
  for (let count = 0; !isLast(body, at); count += 1) {
    if (count === FIELDS_MAX) throw malformed(`The form has more than ${FIELDS_MAX} fields.`);
    const headersEnd = body.indexOf('\r\n\r\n', at, 'latin1');
    if (headersEnd === -1 || headersEnd - at > HEADERS_MAX)
      throw malformed('A field of the form has no headers.');
    const next = delimiters.next(headersEnd + 2);
    const name = nameIn(body.toString('utf8', at, headersEnd));
    if (name !== null) fields.push([name, body.subarray(headersEnd + 4, next.start)]);
    at = next.end;
  }
  return fields;
}

const isLast = (body: Buffer, at: number): boolean => body.toString('latin1', at, at + 2) === '--';

class Delimiters {
  #falseLeft = FALSE_DELIMITERS_MAX;

  constructor(
    private readonly body: Buffer,
    private readonly delimiter: Buffer,
  ) {}

  /** The next delimiter: one that a longer line begins with is none. */
  next(from: number): { start: number; end: number } {
    const { body, delimiter } = this;
    let start = body.indexOf(delimiter, from);
    for (; start !== -1; start = body.indexOf(delimiter, start + 1)) {
      const end = start + delimiter.length;
      if (/^(?:--|[\t ]*\r\n)/.test(body.toString('latin1', end, end + 16))) return { start, end };
      this.#falseLeft -= 1;
      // Forms are read before their signature is known, and 40 MiB have room for millions of them.
      if (this.#falseLeft < 0) throw malformed('Too many lines of the form begin like its boundary.');
    }
    throw malformed('The form of the request is cut off.');
  }
}

const nameIn = (headers: string): string | null =>
  /^content-disposition:[^\n]*;\s*name=(?:"([^"\r\n]*)"|([^\s;"]+))/im
    .exec(headers)
    ?.slice(1)
    .find(Boolean) ?? null;

function urlEncoded(body: Buffer): FormEntry[] {
  const fields: FormEntry[] = [];
  for (let at = 0, count = 0; at < body.length; count += 1) {
    if (count === FIELDS_MAX) throw malformed(`The form has more than ${FIELDS_MAX} fields.`);
    const next = body.indexOf('&', at);
    const pair = body.subarray(at, next === -1 ? body.length : next);
    const equals = pair.indexOf('=');
    const [name, value] =
      equals === -1 ? [pair, Buffer.alloc(0)] : [pair.subarray(0, equals), pair.subarray(equals + 1)];
    fields.push([percentDecoded(name).toString('utf8'), percentDecoded(value)]);
    at += pair.length + 1;
  }
  return fields;
}

const hexOf = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

function percentDecoded(bytes: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const [high, low] = byte === 0x25 ? [hexOf(bytes[at + 1]), hexOf(bytes[at + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      decoded[size] = high * 16 + low;
      at += 2;
    } else decoded[size] = byte === 0x2b ? 0x20 : byte;
    size += 1;
  }
  return decoded.subarray(0, size);
}
