import { pipeline, Readable } from 'node:stream';
import { Splitter, type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';
import { headerFields, type HeaderLine } from '../headers/header-fields.ts';
import { DEPTH_MAX, HEAD_MAX, NODES_MAX } from '../limits.ts';
import { UnreadableMailError } from '../unreadable-mail-error.ts';
import { LeafBody } from './leaf-body.ts';
import { partHead, type PartHead } from './part-head.ts';
import type { MailSource } from './source.ts';

/** A node of the structure: a multipart, or a part with a body. */
export interface StructureNode {
  readonly head: PartHead;
  readonly parent: StructureNode | null;
  readonly depth: number;
}

/** A part with a body. The next one comes after its body was read or dropped. */
export interface Leaf extends StructureNode {
  readonly body: LeafBody;
}

/** Walks through the parts of a mail in the order of its source (RFC 2046 section 5.1), within the limits of its structure. */
export class MailStructure {
  root: StructureNode | null = null;
  private readonly nodes = new WeakMap<MimeNode, StructureNode>();
  private readonly chunks: AsyncIterator<SplitterChunk>;
  private next: SplitterChunk | null = null;
  private count = 0;

  constructor(source: MailSource) {
    // The second limit is for boundaries that no node follows, which are not seen here.
    const splitter = new Splitter({
      ignoreEmbedded: true,
      maxHeadSize: HEAD_MAX,
      maxChildNodes: 2 * NODES_MAX,
    });
    pipeline(Readable.from(source.pieces(), { objectMode: false }), splitter, () => undefined);
    this.chunks = splitter[Symbol.asyncIterator]() as AsyncIterator<SplitterChunk>;
  }

  /** The leaves, each with its body. */
  async *leaves(): AsyncGenerator<Leaf> {
    try {
      for (let chunk = await this.take(); chunk !== null; chunk = await this.take()) {
        if (chunk.type !== 'node') continue;
        const node = this.add(chunk);
        if (chunk.multipart !== false) continue;
        const body = new LeafBody(node.head, () => this.bodyOf(chunk));
        yield { ...node, body };
        await body.drop();
      }
    } finally {
      await this.chunks.return?.();
    }
  }

  private async take(): Promise<SplitterChunk | null> {
    const { next } = this;
    this.next = null;
    if (next !== null) return next;
    try {
      const result = await this.chunks.next();
      return result.done === true ? null : result.value;
    } catch (error) {
      throw limitError(error);
    }
  }

  private async bodyOf(node: MimeNode): Promise<Buffer | null> {
    for (;;) {
      const chunk = await this.take();
      if (chunk === null) return null;
      if (chunk.type === 'body' && chunk.node === node) return chunk.value;
      if (chunk.type === 'node') {
        this.next = chunk;
        return null;
      }
    }
  }

  private add(node: MimeNode): StructureNode {
    this.count += 1;
    if (this.count > NODES_MAX) throw tooManyParts();
    const parent = node.parentNode === false ? null : (this.nodes.get(node.parentNode) ?? this.root);
    const depth = parent === null ? 0 : parent.depth + 1;
    if (depth > DEPTH_MAX)
      throw new UnreadableMailError('too_deep', `The mail has more than ${DEPTH_MAX} levels of parts`);
    const lines: readonly HeaderLine[] = node.headers === false ? [] : node.headers.getList();
    const added = { head: headOf(lines, parent), parent, depth };
    this.nodes.set(node, added);
    this.root ??= added;
    return added;
  }
}

/** The head, with its raw bytes in the charset that it declares for the body, as programs that write such heads use one for both. */
function headOf(lines: readonly HeaderLine[], parent: StructureNode | null): PartHead {
  // The parts of a digest are mails (RFC 2046 section 5.1.5).
  const type = parent?.head.type === 'multipart/digest' ? 'message/rfc822' : undefined;
  const head = partHead(headerFields(lines), type);
  const isAscii = head.charset === null || lines.every(({ line }) => !/[\x80-\xFF]/.test(line));
  return isAscii ? head : partHead(headerFields(lines, head.charset), type);
}

const tooManyParts = (options?: ErrorOptions) =>
  new UnreadableMailError('too_many_parts', `The mail has more than ${NODES_MAX} parts`, options);

function limitError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EMAXLEN') return error;
  if (!error.message.includes('header')) return tooManyParts({ cause: error });
  return new UnreadableMailError(
    'headers_too_large',
    'The headers of the mail, or of a part of it, exceed 256 KiB',
    {
      cause: error,
    },
  );
}
