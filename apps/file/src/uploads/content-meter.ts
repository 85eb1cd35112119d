import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ApiError } from '@parley/contracts';

/** What {@link mediaTypeOf} looks at, which is what file-type needs for the types that it knows. */
const HEAD_BYTES = 4_100;

/** Counts and hashes the bytes that flow through it. */
export class ContentMeter extends Transform {
  readonly #hash = createHash('sha256');
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #size = 0;

  /** @param tooLarge what it ends with if there are more bytes than `maxBytes`. */
  constructor(
    private readonly maxBytes: number,
    private readonly tooLarge: () => ApiError,
  ) {
    super();
  }

  get size(): number {
    return this.#size;
  }

  get head(): Buffer {
    return Buffer.concat(this.#head);
  }

  /** SHA-256 in hexadecimal; called once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > this.maxBytes) {
      done(this.tooLarge());
      return;
    }
    this.#hash.update(chunk);
    if (this.#headBytes < HEAD_BYTES) {
      // Copied: the chunk is a part of a larger buffer, which would stay in memory with it.
      const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - this.#headBytes));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    done(null, chunk);
  }
}

export function tooLarge(maxBytes: number): ApiError {
  return new ApiError('file_too_large', { message: `The file is larger than ${maxBytes} bytes.` });
}
