import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiError } from '@parley/contracts';

const CHUNK_BYTES = 65_536;

/** A temporary file without a name, for the bytes of an upload until the last has arrived: no crash leaves one behind. */
export class Spool {
  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
    /** SHA-256 in hexadecimal. */
    readonly sha256: string,
  ) {}

  /** Throws the error that `bytes` ends with, and `service_unavailable` if the folder cannot take them. */
  static async fill(folder: string, bytes: Readable): Promise<Spool> {
    const file = await nameless(folder).catch((error: unknown) => {
      // Otherwise its sender would wait to send the rest.
      bytes.destroy();
      return unwritable(error);
    });
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk).catch(unwritable);
      }
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Spool(file, size, hash.digest('hex'));
  }

  /** The bytes from the first one, as often as they are needed. */
  read(): Readable {
    return Readable.from(this.chunks(), { objectMode: false, highWaterMark: CHUNK_BYTES });
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** Not the stream of the file handle, which closes the file when it is destroyed. */
  private async *chunks(): AsyncGenerator<Buffer> {
    for (let position = 0; position < this.size;) {
      const { bytesRead, buffer } = await this.file.read(
        Buffer.allocUnsafe(CHUNK_BYTES),
        0,
        CHUNK_BYTES,
        position,
      );
      if (bytesRead === 0) throw new Error('A temporary file was truncated');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

async function nameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function unwritable(error: unknown): never {
  throw new ApiError('service_unavailable', { cause: error });
}
