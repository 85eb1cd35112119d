import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, notFound, type Upload } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import type { FileStore, FileTransport, ReceiveUpload, UploadHead } from './file-transport.ts';

export interface FilesUnderTest {
  /** The transport of a caller. */
  files: FileTransport;
  /** Drains the file service, as returned by `serve`. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

/** Serves a store and returns a transport that reaches it. */
export type CreateFiles = (store: FileStore) => Promise<FilesUnderTest>;

/** A store without files, which receives uploads. */
export const receiving = (receive: ReceiveUpload): FileStore => ({
  receive,
  open: () => Promise.reject(notFound('file')),
});

/** A context with a deadline `timeoutMs` from now. */
export function uploadContext(timeoutMs = 10_000): TenantContext {
  return {
    ...inTenant(systemContext({ requestId: 'req-7', timeoutMs }), newId('workspace'), 'test'),
    actor: { type: 'user', id: newId('user'), credential: null },
  };
}

export const newHead = (): UploadHead => ({
  id: newId('file'),
  name: 'Grüße "日本".pdf',
  maxBytes: 1_000_000,
});

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads everything and answers as the file service does. */
export const readAll: ReceiveUpload = async (_ctx, { id, name }, bytes) => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { id, name, size, mime_type: 'text/plain', sha256: hash.digest('hex') };
};

/** Bytes as they come from a client: made when they are asked for. `made` tells how many were. */
export class EndlessBytes extends Readable {
  made = 0;

  override _read(size: number): void {
    this.made += size;
    this.push(Buffer.alloc(size, 97));
  }
}

/** The error with which an upload fails. */
export async function failureOf(upload: Promise<unknown>): Promise<unknown> {
  return upload.then(
    () => {
      throw new Error('the upload did not fail');
    },
    (error: unknown) => error,
  );
}

/** How the bytes ended that a receiver got: reads them all. */
const endOf = (bytes: Readable): Promise<unknown> =>
  readAll(uploadContext(), newHead(), bytes).then(
    () => 'complete',
    (error: unknown) => error,
  );

/** The behavior that every transport of uploads must have. Each runs this suite. */
export function uploadsConformance(name: string, create: CreateFiles): void {
  let open: FilesUnderTest | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });
  async function serving(receive: ReceiveUpload): Promise<FilesUnderTest> {
    open = await create(receiving(receive));
    return open;
  }

  describe(`an upload ${name}`, () => {
    it.each([
      ['no bytes', 0],
      ['one byte', 1],
      ['five million', 5_000_000],
    ])('arrives with %s', async (_, size) => {
      const { files } = await serving(readAll);
      const [head, bytes] = [newHead(), randomBytes(size)];
      expect(await files.send(uploadContext(), head, Readable.from([bytes], { objectMode: false }))).toEqual({
        id: head.id,
        name: head.name,
        size,
        mime_type: 'text/plain',
        sha256: sha256(bytes),
      });
    });

    it.each([
      ['its head', newHead()],
      [
        'that of a source',
        { ...newHead(), sourceOf: { conversationId: newId('conversation'), messageId: newId('message') } },
      ],
    ])('carries %s and the context, without what concerns its operation alone', async (_, head) => {
      const received: unknown[] = [];
      const { files } = await serving((ctx, own, bytes) => {
        received.push(ctx, own);
        return readAll(ctx, own, bytes);
      });
      const ctx = uploadContext();
      const idempotency = { key: 'k', credentialId: 'c', fingerprint: 'f' };
      await files.send({ ...ctx, idempotency, ifMatch: ['1'] }, head, Readable.from(['a']));
      expect(received).toEqual([{ ...ctx, deadline: expect.any(Number) }, head]);
      expect(Math.abs((received[0] as TenantContext).deadline - ctx.deadline)).toBeLessThan(500);
    });

    it('is read no faster than it is received', async () => {
      const [resumed, resume] = gate();
      const { files } = await serving(async (ctx, head, bytes) => {
        await resumed;
        return readAll(ctx, head, bytes);
      });
      const bytes = new EndlessBytes();
      const sending = files.send(uploadContext(), newHead(), bytes);
      let [made, times] = [-1, 0];
      // What is buffered on the way, in sockets too.
      await eventually(() => {
        times = made === bytes.made ? times + 1 : 0;
        made = bytes.made;
        expect(times).toBeGreaterThan(10);
      });
      expect(made).toBeLessThan(20_000_000);
      bytes.push(null);
      resume();
      expect((await sending).size).toBe(made);
    });

    it('runs beside others', async () => {
      const waiting: (() => void)[] = [];
      const { files } = await serving(async (...upload) => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 30) for (const go of waiting.reverse()) go();
        });
        return readAll(...upload);
      });
      const contents = Array.from({ length: 30 }, () => randomBytes(50_000));
      const sent = contents.map((bytes) => files.send(uploadContext(), newHead(), Readable.from([bytes])));
      expect((await Promise.all(sent)).map((upload: Upload) => upload.sha256)).toEqual(contents.map(sha256));
    });
  });

  describe(`an upload ${name} that fails`, () => {
    const refusal = new ApiError('file_too_large', { message: 'The file is larger than 9 bytes.' });

    it.each([
      ['before its bytes are read', () => Promise.reject(refusal)],
      [
        'in the middle of them',
        async (_ctx: TenantContext, _head: UploadHead, bytes: Readable) => {
          for await (const _chunk of bytes) throw refusal;
          throw new Error('no bytes');
        },
      ],
    ])('%s says why, and ends the bytes', async (_, receive: ReceiveUpload) => {
      const { files } = await serving(receive);
      for (let round = 0; round < 3; round += 1) {
        const bytes = new EndlessBytes();
        const error = await failureOf(files.send(uploadContext(), newHead(), bytes));
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).toJSON()).toEqual(refusal.toJSON());
        expect(bytes.destroyed).toBe(true);
      }
    });

    it.each([
      ['end with an error', new Error('the client has gone')],
      ['end early', undefined],
    ])('because its bytes %s fails for the file service too', async (_, cause) => {
      const ends: unknown[] = [];
      const [running, began] = gate();
      const { files } = await serving(async (_ctx, _head, bytes) => {
        began();
        const end = await endOf(bytes);
        ends.push(end);
        throw end;
      });
      for (const isRunning of [true, false]) {
        const bytes = new PassThrough();
        bytes.write('the first of them');
        const failure = failureOf(files.send(uploadContext(), newHead(), bytes));
        if (isRunning) await running;
        bytes.destroy(cause);
        const error = await failure;
        if (cause !== undefined) expect(error).toBe(cause);
      }
      await eventually(() => expect(ends.length).toBeGreaterThan(0));
      expect(ends).not.toContain('complete');
    });

    it('at its deadline fails for the file service too', async () => {
      const ends: unknown[] = [];
      const { files, stop } = await serving(async (_ctx, _head, bytes) => {
        const end = await endOf(bytes);
        ends.push(end);
        throw end;
      });
      const bytes = new PassThrough();
      bytes.write('the only ones');
      const error = await failureOf(files.send(uploadContext(1_500), newHead(), bytes));
      expect(error).toMatchObject({ status: 503, message: 'The upload took too long. Try again.' });
      expect(bytes.destroyed).toBe(true);
      await stop();
      expect(ends).toHaveLength(1);
      expect(ends).not.toContain('complete');
    });
  });

  describe(`the file service ${name}`, () => {
    it('finishes running uploads before it stops, and is unavailable meanwhile and afterwards', async () => {
      const [running, began] = gate();
      const { files, stop } = await serving((...upload) => {
        began();
        return readAll(...upload);
      });
      const bytes = new PassThrough();
      const sending = files.send(uploadContext(), newHead(), bytes);
      bytes.write('slow');
      await running;
      let stopped = false;
      const stopping = stop().then(() => (stopped = true));
      const other = new EndlessBytes();
      const refused = failureOf(files.send(uploadContext(), newHead(), other));
      expect(await refused).toMatchObject({ code: 'service_unavailable' });
      expect(other.destroyed).toBe(true);
      expect(stopped).toBe(false);
      bytes.end();
      expect((await sending).size).toBe(4);
      await stopping;
      const late = failureOf(files.send(uploadContext(), newHead(), new EndlessBytes()));
      expect(await late).toMatchObject({ code: 'service_unavailable' });
    });
  });
}
