import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError, notFound } from '@parley/contracts';
import { ObjectStorage, type ByteRange } from './object-storage.ts';

/** Objects as files of a folder. Several processes need a shared one. */
export class LocalStorage extends ObjectStorage {
  private readonly folder: string;

  constructor(folder: string) {
    super();
    // `mkdir` answers with absolute paths.
    this.folder = resolve(folder);
  }

  override async put(key: string, bytes: Readable): Promise<void> {
    const path = join(this.folder, key);
    try {
      await this.#makeFolder(dirname(path));
      await write(partOf(path), bytes);
      await rename(partOf(path), path);
      await sync(dirname(path));
    } catch (error) {
      const failure = bytes.errored ?? asUnavailable(error);
      bytes.destroy();
      await this.#discard(path);
      throw failure;
    }
  }

  override async get(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(join(this.folder, key), 'r');
      return file.createReadStream(range);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound('file') : asUnavailable(error);
    }
  }

  override async remove(key: string): Promise<void> {
    const path = join(this.folder, key);
    try {
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Makes a folder that outlives a crash of the machine. */
  async #makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
  }

  async #discard(path: string): Promise<void> {
    // What is left is removed with the row of the file.
    for (const left of [partOf(path), path]) await rm(left, { force: true }).catch(() => undefined);
  }
}

/** What an object is called until all its bytes are stored. */
const partOf = (path: string): string => `${path}.part`;

async function write(path: string, bytes: Readable): Promise<void> {
  await withFile(await open(path, 'wx', 0o600), async (file) => {
    // Destroyed by the loop, they would end with an error that looks like one of their own.
    const chunks = bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) await writeAll(file, chunk);
    await file.sync();
  });
}

/** One call may write a part only, as to a disk that becomes full. */
async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
}

/** Entries of a folder are stored by themselves. */
async function sync(folder: string): Promise<void> {
  await withFile(await open(folder, 'r'), (file) => file.sync());
}

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

function asUnavailable(error: unknown): ApiError {
  return new ApiError('service_unavailable', { cause: error });
}
