import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Most bytes that are retained. */
const MAX = 128 * 1024;

/** Passes bytes through, and retains them if they are few: those of most mails need not be read again once they are stored. */
export class RetainedBytes extends Transform {
  #chunks: Buffer[] | null = [];
  #size = 0;

  /** All of the bytes once they have ended, or null if they were too many, or have another hash than these. */
  matching(sha256: string): Buffer | null {
    if (this.#chunks === null || !this.readableEnded) return null;
    const bytes = Buffer.concat(this.#chunks);
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > MAX) this.#chunks = null;
    this.#chunks?.push(chunk);
    done(null, chunk);
  }
}
