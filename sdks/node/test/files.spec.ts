import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileInput } from '../src/index.ts';
import { AuthenticationError, ServiceUnavailableError, TruncatedError } from '../src/index.ts';
import { collect, data, errorOf, failure, reset, TestServer } from './server.harness.ts';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-client-'));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const bodies = () => server.seen.map(({ body }) => body.toString());

describe('an upload', () => {
  it('is a form with names as browsers write them', async () => {
    server = await TestServer.start(data({ id: 'file_1' }));
    const file = { data: Buffer.from('Hello'), name: 'größe "x"\r\n.txt', type: 'text/plain' };
    await server.client().files.upload({ file, folder: 'a/b' });
    const { headers, body } = server.first;
    const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
    expect(body.toString()).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="größe %22x%22%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\n` +
        `Hello\r\n--${boundary}\r\nContent-Disposition: form-data; name="folder"\r\n\r\na/b\r\n--${boundary}--\r\n`,
    );
    expect(headers['content-length']).toBe(String(body.byteLength));
  });

  it('is sent again from any source that can be read again', async () => {
    const path = join(folder, 'digits.txt');
    await writeFile(path, '0123456789');
    const sources: [FileInput, string][] = [
      [{ path }, '0123456789'],
      [Buffer.from('0123456789'), '0123456789'],
      [new Blob(['0123456789']).slice(4), '456789'],
      [new File(['0123456789'], 'digits.txt'), '0123456789'],
      [{ data: () => createReadStream(path, { start: 2 }), name: 'digits.txt' }, '23456789'],
    ];
    for (const [file, content] of sources) {
      server = await TestServer.start(failure(503, 'service_unavailable'), reset, data({ id: 'file_1' }));
      await server.client().files.upload({ file });
      expect(bodies()).toHaveLength(3);
      expect(new Set(bodies()).size).toBe(1);
      expect(bodies()[0]).toContain(`\r\n\r\n${content}\r\n--`);
      await server.stop();
    }
  });

  it('of a stream is one request', async () => {
    const path = join(folder, 'once.txt');
    await writeFile(path, 'once');
    server = await TestServer.start(failure(503, 'service_unavailable'));
    const error = await errorOf(
      server.client().files.upload({ file: { data: createReadStream(path), name: 'once.txt' } }),
    );
    expect(error).toBeInstanceOf(ServiceUnavailableError);
    expect(error.outcome).toBe('unknown');
    expect(bodies()).toHaveLength(1);
  });

  it('that is refused before it was sent is not sent', async () => {
    server = await TestServer.start(data({}));
    const opened: string[] = [];
    async function* pieces() {
      opened.push('once');
      yield new Uint8Array(4 * 1024 * 1024);
      await Promise.resolve();
    }
    const refusing = await TestServer.refusing(failure(401, 'invalid_api_key'));
    const error = await errorOf(
      // The refusal may take its time: without an answer, the body is sent after a while.
      refusing.client({ timeScale: 100 }).files.upload({ file: { data: pieces, name: 'large.bin' } }),
    );
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(opened).toEqual([]);
    await refusing.stop();
  });

  it('of files with a message is a form, of ids alone is JSON', async () => {
    server = await TestServer.start(data({ id: 'msg_1' }));
    const { messages } = server.client().tickets;
    await messages.create('t', {
      body: 'See',
      author: { type: 'user' },
      attachments: ['file_1', { data: Buffer.from('x'), name: 'x' }],
    });
    await messages.create('t', { body: 'See', attachments: ['file_1'] });
    const [form, text] = bodies();
    expect(form).toContain('name="attachments[]"\r\n\r\nfile_1\r\n');
    expect(form).toContain('name="attachments[]"; filename="x"');
    expect(form).toContain('name="author"\r\n\r\n{"type":"user"}\r\n');
    expect(text).toBe('{"body":"See","attachments":["file_1"]}');
  });
});

describe('a download', () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  /** Answers as the file service does: ranges, ETags, and sometimes less than was asked for. */
  async function serveFile(links: string[], cuts: number[]): Promise<void> {
    server = await TestServer.start((request, response) => {
      const { url, headers, socket } = request;
      if (url.pathname.startsWith('/v1/files/'))
        return data({ id: 'file_1', url: `${server.url}${links.shift() ?? ''}` })(request, response);
      if (url.pathname === '/expired') return failure(403, 'forbidden')(request, response);
      if (url.pathname === '/moved') return response.writeHead(302, { location: '/file' }).end();
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const end = Math.min(content.length, from + (cuts.shift() ?? Infinity));
      response.writeHead(headers.range ? 206 : 200, {
        etag: '"sha"',
        'content-length': content.length - from,
      });
      if (end === content.length) return response.end(content.subarray(from));
      return response.write(content.subarray(from, end), () => setImmediate(() => socket.destroy()));
    });
  }

  it('needs no credential, follows links, and continues what was cut off', async () => {
    await serveFile(['/expired', '/moved'], [30_000, 30_000]);
    const download = await server.client().files.download('file_1');
    expect(Buffer.concat(await collect(download)).equals(content)).toBe(true);
    const ofFiles = server.seen.filter(({ url }) => !url.pathname.startsWith('/v1/'));
    expect(ofFiles.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const ranges = ofFiles.map(({ headers }) => [headers.range !== undefined, headers['if-range']]);
    expect(ranges.filter(([isContinued]) => isContinued).every(([, etag]) => etag === '"sha"')).toBe(true);
  });

  it('becomes a file only when it is complete', async () => {
    const path = join(folder, 'file.bin');
    await serveFile(['/file'], [50_000]);
    await (await server.client().files.download('file_1')).toFile(path);
    expect((await readFile(path)).equals(content)).toBe(true);
    await server.stop();
    await serveFile(['/file'], [10]);
    const download = await server.client({ maxRetries: 0 }).files.download('file_1');
    expect(await errorOf(download.toFile(join(folder, 'other.bin')))).toBeInstanceOf(TruncatedError);
    expect(await readdir(folder)).toEqual(['file.bin']);
  });
});
