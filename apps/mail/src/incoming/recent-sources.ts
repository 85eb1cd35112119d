import { finished, Transform, type Readable, type TransformCallback } from 'node:stream';
import { Injectable } from '@nestjs/common';

/** Bytes of the largest mail that is kept. */
const SOURCE_MAX = 96 * 1024;
const TOTAL_MAX = 8 * 1024 * 1024;
/** Time after which a mail that another process reads, or that is tried again later, is fetched from the file service. */
const KEPT_MS = 30_000;

/**
 * The bytes of mails that this process has stored a moment ago. Nearly all mails are read at once, two or three times: to fetch the bytes
 * from the file service each time would cost as much as the rest of the reading.
 */
@Injectable()
export class RecentSources {
  readonly #kept = new Map<string, Buffer>();
  #size = 0;

  /** Keeps the bytes of the file `id` for a while, if there is room; null are those of a mail that is too large. */
  keep(id: string, bytes: Buffer | null): void {
    if (bytes === null || this.#size + bytes.length > TOTAL_MAX) return;
    this.#kept.set(id, bytes);
    this.#size += bytes.length;
    setTimeout(() => this.forget(id), KEPT_MS).unref();
  }

  find(id: string): Buffer | undefined {
    return this.#kept.get(id);
  }

  /** Makes room once a mail was read. */
  forget(id: string): void {
    this.#size -= this.#kept.get(id)?.length ?? 0;
    this.#kept.delete(id);
  }
}

/** The bytes of a mail on their way, with a copy of them unless they are too many to be kept. */
export class CopiedBytes extends Transform {
  #chunks: Buffer[] = [];
  #size = 0;

  /** Those of a stream, with its error. */
  static of(source: Readable): CopiedBytes {
    const copied = new CopiedBytes();
    finished(source, { writable: false }, (error) => {
      if (error) copied.destroy(error);
    });
    return source.pipe(copied);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > SOURCE_MAX) this.#chunks = [];
    else this.#chunks.push(chunk);
    done(null, chunk);
  }

  /** All bytes, once they have passed; null for too many. */
  whole(): Buffer | null {
    return this.#size > SOURCE_MAX ? null : Buffer.concat(this.#chunks);
  }
}
