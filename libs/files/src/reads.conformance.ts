import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, notFound } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import type { FileContent, FileStore, OpenFile } from './file-transport.ts';
import {
  EndlessBytes,
  failureOf,
  readAll,
  sha256,
  uploadContext,
  type CreateFiles,
  type FilesUnderTest,
} from './uploads.conformance.ts';

const MIB = 1_048_576;

/** A file with these bytes, which come as fast as they are taken; `stream` may have others. */
export function newContent(bytes: Buffer, stream = piecesOf(bytes)): FileContent {
  return {
    id: newId('file'),
    name: 'Grüße "日本".eml',
    size: bytes.length,
    mime_type: 'message/rfc822',
    sha256: sha256(bytes),
    stream,
  };
}

function piecesOf(bytes: Buffer): Readable {
  const cut = function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  };
  return Readable.from(cut(), { objectMode: false });
}

const endless = (stream: Readable): FileContent => ({ ...newContent(Buffer.alloc(0), stream), size: 1e12 });

/** A store that has these files. */
export function storing(...contents: FileContent[]): FileStore {
  return {
    receive: readAll,
    open: (_ctx, id) => {
      const found = contents.find((one) => one.id === id);
      return found === undefined ? Promise.reject(notFound('file')) : Promise.resolve(found);
    },
  };
}

export const contentOf = async ({ stream }: FileContent): Promise<Buffer> =>
  Buffer.concat((await stream.toArray()) as Buffer[]);

/** How a read ends, of all bytes. It may fail before their first one is there. */
export const endOf = (reading: FileContent | Promise<FileContent>): Promise<unknown> =>
  Promise.resolve(reading)
    .then(contentOf)
    .then(
      () => 'complete',
      (error: unknown) => error,
    );

const unavailable = { code: 'service_unavailable', status: 503 };

/** The behavior of reads that every transport must have. Each runs this suite. */
export function readsConformance(name: string, create: CreateFiles): void {
  let open: FilesUnderTest | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });
  async function serving(store: FileStore): Promise<FilesUnderTest> {
    open = await create(store);
    return open;
  }
  const opening = (run: OpenFile) => serving({ receive: readAll, open: run });

  describe(`a file that is read ${name}`, () => {
    it.each([0, 1, 25 * MIB])('has the %d bytes that were stored, and what is known of it', async (size) => {
      const bytes = randomBytes(size);
      const content = newContent(bytes);
      const { files } = await serving(storing(content));
      const read = await files.read(uploadContext(30_000), content.id);
      const { stream: _, ...known } = content;
      expect(read).toEqual({ ...known, stream: expect.any(Readable) });
      expect(sha256(await contentOf(read))).toBe(content.sha256);
    });

    it('is asked for with the context, without what concerns the operation of the reader alone', async () => {
      const asked: unknown[] = [];
      const content = newContent(Buffer.from('a'));
      const { files } = await opening((ctx, id) => {
        asked.push(ctx, id);
        return Promise.resolve(content);
      });
      const ctx = uploadContext();
      const idempotency = { key: 'k', credentialId: 'c', fingerprint: 'f' };
      await contentOf(await files.read({ ...ctx, idempotency, ifMatch: ['1'] }, content.id));
      expect(asked).toEqual([{ ...ctx, deadline: expect.any(Number) }, content.id]);
      // What is left of it is sent: it ends later by the time on the way.
      expect((asked[0] as TenantContext).deadline).toBeGreaterThanOrEqual(ctx.deadline - 1);
    });

    it('is sent no faster than it is taken', async () => {
      const source = new EndlessBytes();
      const content = endless(source);
      const { files } = await serving(storing(content));
      const { stream } = await files.read(uploadContext(), content.id);
      let [made, times] = [-1, 0];
      await eventually(() => {
        times = made === source.made ? times + 1 : 0;
        made = source.made;
        expect(times).toBeGreaterThan(10);
      });
      expect(made).toBeLessThan(20_000_000);
      stream.destroy();
    });

    it('is read beside others', async () => {
      const contents = Array.from({ length: 30 }, () => newContent(randomBytes(50_000)));
      const { files } = await serving(storing(...contents));
      const read = contents.map(async ({ id }) => contentOf(await files.read(uploadContext(), id)));
      expect((await Promise.all(read)).map(sha256)).toEqual(contents.map((one) => one.sha256));
    });

    it('ends at its source when its reader stops early, and lets the file service stop', async () => {
      const source = new EndlessBytes();
      const content = endless(source);
      const { files, stop } = await serving(storing(content));
      const { stream } = await files.read(uploadContext(), content.id);
      for await (const _chunk of stream) break;
      await eventually(() => expect(source.destroyed).toBe(true));
      await stop();
    });
  });

  describe(`a read ${name} fails`, () => {
    it.each([notFound('file'), new ApiError('service_unavailable')])(
      'with the error $code',
      async (refusal) => {
        const { files } = await opening(() => Promise.reject(refusal));
        const error = await failureOf(files.read(uploadContext(), newId('file')));
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).toJSON()).toEqual(refusal.toJSON());
      },
    );

    it.each([
      ['too few', (bytes: Buffer) => bytes.subarray(1)],
      ['too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('a')])],
      ['other', (bytes: Buffer) => Buffer.concat([Buffer.from([(bytes[0] ?? 0) ^ 1]), bytes.subarray(1)])],
    ])('at its end if there are %s bytes than were stored', async (_, change) => {
      const bytes = randomBytes(500_000);
      const content = newContent(bytes, piecesOf(change(bytes)));
      const { files } = await serving(storing(content));
      expect(await endOf(files.read(uploadContext(), content.id))).toMatchObject(unavailable);
    });

    it('in the middle if the storage does, and ends neither the file service nor its next reads', async () => {
      const bytes = randomBytes(500_000);
      const failing = Readable.from(
        (function* () {
          yield bytes.subarray(0, 400_000);
          throw new Error('the disk is broken');
        })(),
        { objectMode: false },
      );
      const [broken, whole] = [newContent(bytes, failing), newContent(bytes)];
      const { files } = await serving(storing(broken, whole));
      expect(await endOf(files.read(uploadContext(), broken.id))).toMatchObject(unavailable);
      expect(await endOf(files.read(uploadContext(), whole.id))).toBe('complete');
    });

    it('at its deadline, before and while the bytes flow, and lets the file service stop', async () => {
      const [waited, go] = gate();
      const [late, slow] = [0, 0].map(() => new Readable({ read: () => undefined })) as [Readable, Readable];
      for (const source of [late, slow]) source.push('the only ones');
      const contents = [endless(late), endless(slow)] as const;
      const { files, stop } = await opening(async (_ctx, id) => {
        if (id === contents[1].id) return contents[1];
        await waited;
        return contents[0];
      });
      const tooLong = { ...unavailable, message: 'Reading the file took too long. Try again.' };
      expect(await failureOf(files.read(uploadContext(500), contents[0].id))).toMatchObject(tooLong);
      const read = await files.read(uploadContext(1_500), contents[1].id);
      expect(await endOf(read)).toMatchObject(unavailable);
      go();
      await eventually(() => expect([late.destroyed, slow.destroyed]).toEqual([true, true]));
      await stop();
    });
  });

  it(`the file service finishes reads ${name} before it stops, and is unavailable meanwhile and afterwards`, async () => {
    const source = new Readable({ read: () => undefined });
    const bytes = Buffer.from('slow');
    const content = newContent(bytes, source);
    const { files, stop } = await serving(storing(content));
    const reading = await files.read(uploadContext(), content.id);
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    const read = () => failureOf(files.read(uploadContext(), content.id));
    expect(await read()).toMatchObject(unavailable);
    expect(stopped).toBe(false);
    source.push(bytes);
    source.push(null);
    expect(await endOf(reading)).toBe('complete');
    await stopping;
    expect(await read()).toMatchObject(unavailable);
  });
}
