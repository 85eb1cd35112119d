import { createHash } from 'node:crypto';
import { FALLBACK_MAX, HEAD_MAX, LINES_MAX } from '../limits.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';

/** Bytes of the pieces in which a source is read, at most and at least (except the last). */
const PIECE_MAX = 64 * 1024;
const PIECE_MIN = 16 * 1024;
/** Bytes of the beginning that are kept: head and body for a mail without structure. */
const START_MAX = HEAD_MAX + FALLBACK_MAX;

type LineEnds = 'usual' | 'bare CR' | 'doubled CR';

/**
 * The source of a mail on its way to what splits it: counts and hashes it, keeps its beginning, and repairs what no structure is read
 * through: a mark of the byte order and blanks before the head, and line ends without LF or with two CR.
 */
export class MailSource {
  size = 0;
  private readonly hash = createHash('sha256');
  private kept = Buffer.alloc(0);
  private lines = 0;
  private bodyAt = -1;
  private searched = 0;
  /** Line ends at the end of what was hashed: transports add and remove those of the last line. */
  private blankLines = 0;

  constructor(private readonly source: AsyncIterable<Uint8Array>) {}

  /** The pieces, once. Throws {@link UnreadableMailError} for more lines than a mail may have. */
  async *pieces(): AsyncGenerator<Buffer> {
    let lineEnds: LineEnds | null = null;
    let isStart = true;
    for await (const raw of this.repacked()) {
      lineEnds ??= lineEndsOf(raw);
      const repaired = withUsualLineEnds(raw, lineEnds);
      const piece = isStart ? repaired.subarray(startOf(repaired)) : repaired;
      if (piece.length === 0) continue;
      isStart = false;
      this.look(piece);
      yield piece;
    }
  }

  /** The beginning of the source, its head and up to 64 KiB of its body. */
  get start(): Buffer {
    return this.kept;
  }

  /** SHA-256 of the body in hexadecimal, whose line ends and last blank lines do not count. Call it once, at the end. */
  bodyHash(): string {
    return this.hash.digest('hex');
  }

  /** Pieces of 16 to 64 KiB: many small ones would each cost as much as a large one. */
  private async *repacked(): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.source) {
      this.size += chunk.byteLength;
      for (let at = 0; at < chunk.byteLength; at += PIECE_MAX) {
        const end = Math.min(chunk.byteLength, at + PIECE_MAX);
        const part = Buffer.from(chunk.buffer, chunk.byteOffset + at, end - at);
        waiting.push(part);
        length += part.length;
        if (length < PIECE_MIN) continue;
        yield waiting.length === 1 ? part : Buffer.concat(waiting);
        waiting = [];
        length = 0;
      }
    }
    if (length > 0) yield Buffer.concat(waiting);
  }

  private look(piece: Buffer): void {
    const before = this.kept.length;
    if (before < START_MAX) this.kept = Buffer.concat([this.kept, piece.subarray(0, START_MAX - before)]);
    if (this.bodyAt >= 0) this.hashBody(piece);
    else this.findBody();
  }

  private findBody(): void {
    const head = this.kept.toString('latin1', this.searched);
    const end = /(?:^|\n)\r?\n/.exec(this.searched === 0 ? head : head.replace(/^\r?\n/, ' '));
    if (end === null) {
      this.searched = Math.max(0, this.kept.length - 3);
      return;
    }
    this.bodyAt = this.searched + end.index + end[0].length;
    this.hashBody(this.kept.subarray(this.bodyAt));
  }

  private hashBody(piece: Buffer): void {
    const text = piece.toString('latin1').replaceAll('\r', '');
    this.countLines(text);
    let end = text.length;
    while (end > 0 && text[end - 1] === '\n') end -= 1;
    if (end > 0) {
      this.hash.update('\n'.repeat(this.blankLines));
      this.hash.update(text.slice(0, end), 'latin1');
      this.blankLines = 0;
    }
    this.blankLines += text.length - end;
  }

  private countLines(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines += 1;
    if (this.lines > LINES_MAX)
      throw new UnreadableMailError('too_many_lines', `The mail has more than ${LINES_MAX} lines`);
  }
}

function lineEndsOf(start: Buffer): LineEnds {
  if (!start.includes(0x0a)) return start.includes(0x0d) ? 'bare CR' : 'usual';
  return start.includes('\r\r\n') ? 'doubled CR' : 'usual';
}

function withUsualLineEnds(piece: Buffer, lineEnds: LineEnds): Buffer {
  if (lineEnds === 'usual') return piece;
  const text = piece.toString('latin1');
  const usual =
    lineEnds === 'bare CR' ? text.replaceAll(/\r\n?/g, '\n') : text.replaceAll(/\r\r+\n/g, '\r\n');
  return Buffer.from(usual, 'latin1');
}

/** Where the head begins. */
function startOf(piece: Buffer): number {
  let at = piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf ? 3 : 0;
  while (/\s/.test(String.fromCharCode(piece[at] ?? 0))) at += 1;
  return at;
}
