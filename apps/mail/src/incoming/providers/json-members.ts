import { malformed } from './refusal.ts';

/** Bytes of a string that are decoded at a time. */
const PIECE_BYTES = 64 * 1024;
/** Most bytes of a string that is returned as a whole. */
const TEXT_MAX = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [COLON, COMMA] = [0x3a, 0x2c];

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The strings among the members of a JSON object. What a string says is decoded only when it is asked for, and a long one piece by piece: a
 * mail that a provider sends with all of its parts, and once more as a whole, would otherwise be in memory several times.
 */
export class JsonMembers {
  private constructor(
    private readonly bytes: Buffer,
    private readonly strings: ReadonlyMap<string, Span>,
  ) {}

  /** Throws `malformed` for what is no JSON object. */
  static of(bytes: Buffer): JsonMembers {
    return new JsonMembers(bytes, new Scan(bytes).members());
  }

  /** A string of up to 64 KiB; null without one. */
  text(name: string): string | null {
    const span = this.strings.get(name);
    if (span === undefined) return null;
    if (span.end - span.start > TEXT_MAX) throw malformed(`${name} is too long.`);
    return decoded(this.bytes, span);
  }

  /** The UTF-8 of a string, piece by piece; null without one. Throws `malformed` at an escape that is none. */
  content(name: string): Iterable<Buffer> | null {
    const span = this.strings.get(name);
    return span === undefined ? null : pieces(this.bytes, span);
  }
}

function decoded(bytes: Buffer, { start, end }: Span): string {
  try {
    return JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string;
  } catch {
    throw malformed('The body of the request has a string that is no JSON.');
  }
}

function* pieces(bytes: Buffer, { start, end }: Span): Generator<Buffer> {
  for (let from = start; from < end;) {
    const to = pieceEnd(bytes, from, end);
    yield Buffer.from(decoded(bytes, { start: from, end: to }), 'utf8');
    from = to;
  }
}

/** The next place that is neither within a character nor within an escape, nor between two escapes that are one character. */
function pieceEnd(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (at - from >= PIECE_BYTES && byte < 0x80 && byte !== BACKSLASH) return at;
    at += byte === BACKSLASH ? escapeLength(bytes, at) : 1;
  }
  return Math.min(at, end);
}

const UNICODE_ESCAPE = 0x75;
const escapeLength = (bytes: Buffer, at: number): number => (bytes[at + 1] === UNICODE_ESCAPE ? 6 : 2);

/** One pass over the bytes of an object. */
class Scan {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  members(): Map<string, Span> {
    const found = new Map<string, Span>();
    this.#expect(OPEN_BRACE);
    if (this.#next() === CLOSE_BRACE) this.#at += 1;
    else
      do {
        const name = decoded(this.bytes, this.#string());
        this.#expect(COLON);
        if (this.#next() === QUOTE) found.set(name, this.#string());
        else {
          found.delete(name);
          this.#skip();
        }
      } while (this.#separator());
    if (this.#next() !== null) throw notAnObject();
    return found;
  }

  /** Whether another member follows. */
  #separator(): boolean {
    const byte = this.#next();
    this.#at += 1;
    if (byte !== COMMA && byte !== CLOSE_BRACE) throw notAnObject();
    return byte === COMMA;
  }

  #expect(byte: number): void {
    if (this.#next() !== byte) throw notAnObject();
    this.#at += 1;
  }

  /** The byte after white space, which it stands at; null at the end. */
  #next(): number | null {
    for (; this.#at < this.bytes.length; this.#at += 1) {
      const byte = this.bytes[this.#at] ?? 0;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    }
    return null;
  }

  /** What is between two quotes. */
  #string(): Span {
    this.#expect(QUOTE);
    const start = this.#at;
    for (; this.#at < this.bytes.length; this.#at += 1) {
      const byte = this.bytes[this.#at];
      if (byte === BACKSLASH) this.#at += 1;
      else if (byte === QUOTE) return { start, end: this.#at++ };
    }
    throw notAnObject();
  }

  /** A value that is no string. */
  #skip(): void {
    let depth = 0;
    for (;;) {
      const byte = this.#next();
      if (byte === null) throw notAnObject();
      if (depth === 0 && (byte === COMMA || byte === CLOSE_BRACE)) return;
      if (byte === QUOTE) this.#string();
      else {
        if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
        if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
        this.#at += 1;
      }
    }
  }
}

const notAnObject = () => malformed('The body of the request is no JSON object.');
