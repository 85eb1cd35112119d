import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileInput, ParleyOptions } from '../src/index.ts';
import {
  AuthenticationError,
  ConfigurationError,
  DecodeError,
  ServiceUnavailableError,
  TruncatedError,
} from '../src/index.ts';
import { collect, data, errorOf, failure, reset, TestServer, type Answer } from './server.harness.ts';

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

  it('of a file that is not there sends nothing', async () => {
    server = await TestServer.start(data({}));
    const error = await errorOf(server.client().files.upload({ file: { path: join(folder, 'missing') } }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(bodies()).toEqual([]);
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
      if (url.pathname.startsWith('/v1/files/')) {
        const link = `${server.url}${links.shift() ?? ''}`;
        return data({ id: 'file_1', url: link, size: content.length })(request, response);
      }
      if (url.pathname === '/expired') return failure(403, 'forbidden')(request, response);
      if (url.pathname === '/moved') return response.writeHead(302, { location: '/file' }).end();
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const end = Math.min(content.length, from + (cuts.shift() ?? Infinity));
      response.writeHead(headers.range ? 206 : 200, {
        etag: '"sha"',
        'content-length': content.length - from,
        ...(headers.range
          ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }
          : {}),
      });
      if (end === content.length) return response.end(content.subarray(from));
      return response.write(content.subarray(from, end), () => setImmediate(() => socket.destroy()));
    });
  }

  it('needs no credential, follows links, and continues what was cut off', async () => {
    await serveFile(['/expired', '/moved'], [30_000, 30_000]);
    const download = await server.client().files.download('file_1');
    expect(Buffer.concat(await collect(download)).equals(content)).toBe(true);
    expect(Buffer.concat(await collect(download)).equals(content)).toBe(true);
    const ofFiles = server.seen.filter(({ url }) => !url.pathname.startsWith('/v1/'));
    expect(ofFiles.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const ranges = ofFiles.map(({ headers }) => [headers.range !== undefined, headers['if-range']]);
    expect(ranges.filter(([isContinued]) => isContinued).every(([, etag]) => etag === '"sha"')).toBe(true);
  });

  /** Serves a file of ten digits: its record, and then one answer after the other to its link. */
  async function serveDigits(answers: Answer[], record: object = {}): Promise<void> {
    const next = [...answers];
    server = await TestServer.start((request, response) =>
      request.url.pathname.startsWith('/v1/')
        ? data({ id: 'file_1', url: `${server.url}/file`, size: 10, ...record })(request, response)
        : next.shift()?.(request, response),
    );
  }
  /** Sends bytes that end with the connection, by no length. */
  const untilClose =
    (status: string, text: string, ...headers: string[]): Answer =>
    ({ socket }) =>
      void socket.end(
        [`HTTP/1.1 ${status}`, 'etag: "sha"', ...headers, 'connection: close', '', text].join('\r\n'),
      );
  const downloaded = async (options: ParleyOptions = {}) => {
    const pieces = await collect(await server.client(options).files.download('file_1'));
    return Buffer.concat(pieces).toString();
  };

  it('is complete when it has the size of the file, also where the connection is its only end', async () => {
    await serveDigits([
      untilClose('200 OK', '0123'),
      untilClose('206 Partial Content', '45678', 'content-range: bytes 4-8/10'),
      untilClose('206 Partial Content', '9', 'content-range: bytes 9-9/10'),
    ]);
    expect(await downloaded()).toBe('0123456789');
    expect(server.seen.slice(1).map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=4-',
      'bytes=9-',
    ]);
    await server.stop();
    await serveDigits([untilClose('200 OK', '0123')]);
    expect(await errorOf(downloaded({ maxRetries: 0 }))).toBeInstanceOf(TruncatedError);
    await server.stop();
    await serveDigits([untilClose('200 OK', '0123456789x')]);
    expect(await errorOf(downloaded())).toMatchObject({ name: 'TruncatedError', isRetryable: false });
  });

  it('is not continued by another part', async () => {
    for (const range of ['bytes 3-9/10', 'bytes 4-9/11', 'bytes 4-9/*', '']) {
      await serveDigits([
        untilClose('200 OK', '0123'),
        untilClose('206 Partial Content', '456789', `content-range: ${range}`),
      ]);
      expect(await errorOf(downloaded())).toMatchObject({ name: 'TruncatedError', isRetryable: false });
      await server.stop();
    }
    await serveDigits([untilClose('206 Partial Content', '0123456789', 'content-range: bytes 5-14/20')]);
    expect(await errorOf(downloaded())).toMatchObject({ name: 'TruncatedError', isRetryable: false });
  });

  it('needs a link and a size that are such', async () => {
    for (const record of [{ size: undefined }, { url: 5 }, { url: 'file:///etc/passwd' }, { url: null }]) {
      await serveDigits([], record);
      expect(await errorOf(downloaded())).toBeInstanceOf(DecodeError);
      expect(server.seen).toHaveLength(1);
      await server.stop();
    }
    await serveDigits([(_, response) => response.writeHead(302, { location: 'ftp://127.0.0.1/file' }).end()]);
    expect(await errorOf(downloaded())).toMatchObject({ name: 'ApiError', status: 302 });
  });

  it('tells the host of the link nothing that is meant for the API', async () => {
    await serveDigits([untilClose('200 OK', '0123456789')]);
    const parley = server.client({ hooks: { onRequest: () => ({ 'x-hook': 'secret' }) } });
    await collect(await parley.files.download('file_1', { headers: { 'x-call': 'secret' } }));
    const [ofApi, ofLink] = server.seen.map(({ headers }) => headers);
    expect(ofApi).toMatchObject({ 'x-hook': 'secret', 'x-call': 'secret' });
    expect(Object.values(ofLink ?? {})).not.toContain('secret');
  });

  it('ends where the server asks for a wait that the program should know of', async () => {
    const outage = failure(503, 'service_unavailable', { 'retry-after': '999999999999' });
    await serveDigits([outage, untilClose('200 OK', '0123456789')]);
    expect(await errorOf(downloaded())).toMatchObject({ status: 503, retryAfter: 999_999_999_999 });
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
