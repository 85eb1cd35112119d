import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import type { ObjectStorage } from './object-storage.ts';

export interface StorageUnderTest {
  readonly storage: ObjectStorage;
  /** Everything that is stored, also what is no object. */
  stored(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MIB = 1_048_576;
const newKey = () => `workspace/live/${randomUUID()}`;

/** Bytes in the pieces in which they arrive from a network. */
export function pieces(content: Buffer, size = 65_536): Readable {
  function* cut() {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  }
  return Readable.from(cut(), { objectMode: false });
}

export async function contentOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

/** Not `toEqual`, which would print megabytes. */
export const digest = (content: Buffer) =>
  `${content.length} ${createHash('sha256').update(content).digest('hex')}`;

/** The requirements on every storage of objects. */
export function storageConformance(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(name, () => {
    let under: StorageUnderTest;
    const storage = () => under.storage;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under.close());

    async function stored(content: Buffer): Promise<string> {
      const key = newKey();
      await storage().put(key, pieces(content));
      return key;
    }

    it.each([0, 1, 65_537, 26 * MIB])('returns %d bytes as they were stored', async (size) => {
      const content = randomBytes(size);
      const key = await stored(content);
      expect(digest(await contentOf(await storage().get(key)))).toBe(digest(content));
      await storage().remove(key);
    });

    it.each([
      [0, 0],
      [0, 99],
      [1_000, 199_999],
      [199_999, 199_999],
    ])('returns the bytes from %d to %d', async (start, end) => {
      const content = randomBytes(200_000);
      const part = await contentOf(await storage().get(await stored(content), { start, end }));
      expect(digest(part)).toBe(digest(content.subarray(start, end + 1)));
    });

    it('does not find an object that was never stored', async () => {
      await expect(storage().get(newKey())).rejects.toMatchObject({ code: 'not_found' });
      await expect(storage().get(newKey(), { start: 0, end: 1 })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('removes an object, and does nothing when it is removed again', async () => {
      const [key, other] = [await stored(Buffer.from('gone')), await stored(Buffer.from('stays'))];
      await storage().remove(key);
      await storage().remove(key);
      await expect(storage().get(key)).rejects.toMatchObject({ code: 'not_found' });
      expect((await contentOf(await storage().get(other))).toString()).toBe('stays');
    });

    it.each([0, 100_000, 7 * MIB])(
      'stores nothing of bytes that end with an error after %d',
      async (size) => {
        const before = await under.stored();
        const error = new ApiError('file_too_large');
        const source = pieces(randomBytes(size)).on('error', () => undefined);
        const bytes = Readable.from(
          (async function* () {
            yield* source;
            throw error;
          })(),
          { objectMode: false },
        );
        const key = newKey();
        await expect(storage().put(key, bytes)).rejects.toBe(error);
        expect(bytes.destroyed).toBe(true);
        await expect(storage().get(key)).rejects.toMatchObject({ code: 'not_found' });
        expect(await under.stored()).toEqual(before);
      },
    );

    it('stores nothing of bytes whose sender vanishes', async () => {
      const before = await under.stored();
      const bytes = new Readable({ read: () => undefined });
      bytes.push(randomBytes(100_000));
      const key = newKey();
      const putting = storage().put(key, bytes);
      setImmediate(() => bytes.destroy());
      await expect(putting).rejects.toThrow();
      expect(await under.stored()).toEqual(before);
    });

    it('shows an object only once all its bytes are stored', async () => {
      const bytes = new Readable({ read: () => undefined });
      const key = newKey();
      const putting = storage().put(key, bytes);
      bytes.push(randomBytes(200_000));
      await expect(storage().get(key)).rejects.toMatchObject({ code: 'not_found' });
      bytes.push(null);
      await putting;
      expect((await contentOf(await storage().get(key))).length).toBe(200_000);
    });

    it('stores and returns many objects at once', async () => {
      const contents = Array.from({ length: 40 }, (_, index) => randomBytes(index * 10_000));
      const keys = await Promise.all(contents.map(stored));
      const found = await Promise.all(keys.map(async (key) => contentOf(await storage().get(key))));
      expect(found.map(digest)).toEqual(contents.map(digest));
    });

    it('ends a download whose reader goes away', async () => {
      const stream = await storage().get(await stored(randomBytes(5 * MIB)));
      for await (const _ of stream) break;
      expect(stream.destroyed).toBe(true);
    });
  });
}
