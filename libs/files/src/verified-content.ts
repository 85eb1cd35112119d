import { createHash } from 'node:crypto';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { ApiError } from '@parley/contracts';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { readTookTooLong, type FileContent } from './file-transport.ts';

/**
 * The content with a stream that ends without an error only if its bytes are all of those that were stored, and with
 * `service_unavailable` at the deadline. The bytes flow no faster than they are taken; to destroy the stream ends its source.
 */
export function verified(ctx: TenantContext, content: FileContent): FileContent {
  const stream = new VerifiedBytes(content);
  const timer = setTimeout(() => stream.destroy(readTookTooLong()), remaining(ctx));
  // An error before the reader listens would end the process.
  stream.on('error', () => undefined).once('close', () => clearTimeout(timer));
  pipeline(content.stream, stream, () => undefined);
  return { ...content, stream };
}

class VerifiedBytes extends Transform {
  readonly #hash = createHash('sha256');
  #left: number;

  constructor(private readonly expected: Pick<FileContent, 'id' | 'size' | 'sha256'>) {
    super();
    this.#left = expected.size;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length;
    if (this.#left < 0) {
      done(this.#differs());
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const isComplete = this.#left === 0 && this.#hash.digest('hex') === this.expected.sha256;
    done(isComplete ? null : this.#differs());
  }

  /** The source ends with errors of sockets and disks. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isKnown = error === null || error instanceof ApiError;
    done(isKnown ? error : new ApiError('service_unavailable', { cause: error }));
  }

  #differs(): ApiError {
    const cause = new Error(`the bytes of ${this.expected.id} are not those that were stored`);
    return new ApiError('service_unavailable', { cause });
  }
}
