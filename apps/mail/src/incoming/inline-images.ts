import { IMAGES_MAX, type InlineImage } from '@parley/mail-reader';

/** Bytes of one image that a document contains. */
const IMAGE_MAX = 1024 * 1024;
/** Types that a document may contain: no SVG, which is a document itself. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);

/**
 * The images to which the HTML of a mail refers. Documents contain them as `data:` URLs instead of links to their files, which would
 * expire before the document does, and would need a policy that names the origin of all files. Larger ones are attachments alone.
 */
export class InlineImages {
  readonly #kept = new Map<string, InlineImage>();
  #bytesLeft = IMAGES_MAX;

  /** Passes the bytes of a part on. The returned function keeps them, once its type is known, unless they exceed a limit. */
  copied(contentId: string | null, bytes: AsyncIterable<Uint8Array>) {
    if (contentId === null || this.#kept.has(contentId)) return { bytes, keep: () => undefined };
    const copy = new Copy(bytes, Math.min(IMAGE_MAX, this.#bytesLeft));
    const keep = (type: string) => {
      const whole = TYPES.has(type) ? copy.whole() : null;
      if (whole === null) return;
      this.#kept.set(contentId, { contentId, type, bytes: whole });
      this.#bytesLeft -= whole.length;
    };
    return { bytes: copy, keep };
  }

  /** The images that were kept. */
  all(): readonly InlineImage[] {
    return [...this.#kept.values()];
  }
}

/** Bytes on their way, with a copy of them unless they are too many. */
class Copy implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly max: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source) {
      this.#size += chunk.length;
      if (this.#size > this.max) this.#chunks = [];
      else this.#chunks.push(chunk);
      yield chunk;
    }
  }

  /** All bytes; null for none or too many. */
  whole(): Buffer | null {
    return this.#size === 0 || this.#size > this.max ? null : Buffer.concat(this.#chunks);
  }
}
