import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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
      bytes.destroy();
      await this.#discard(path);
      throw error instanceof ApiError || error === bytes.errored ? error : asUnavailable(error);
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

const partOf = (path: string): string => `${path}.part`;

/** What may wait for the disk, of each upload: several chunks are written together. */
const WAITING_BYTES = 256 * 1024;

/** Writes and flushes a new file. Throws the error of the bytes, or `service_unavailable` if they cannot be stored. */
async function write(path: string, bytes: Readable): Promise<void> {
  const file = createWriteStream(path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: WAITING_BYTES,
  });
  // Each of them ends with the error of the other.
  let failure: Error | null = bytes.errored;
  bytes.once('error', (error) => (failure ??= error));
  file.once('error', (error) => (failure ??= asUnavailable(error)));
  try {
    await pipeline(bytes, file);
  } catch (error) {
    throw failure ?? asUnavailable(error);
  }
}

/** Entries of a folder are stored by themselves. */
async function sync(folder: string): Promise<void> {
  const file = await open(folder, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function asUnavailable(error: unknown): ApiError {
  return new ApiError('service_unavailable', { cause: error });
}
