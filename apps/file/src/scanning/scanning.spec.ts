import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { ClamdServer, EICAR, eventually, newTenant } from '@parley/testing';
import { FileConfig } from '../file.config.ts';
import { FileService } from '../file-service.fixture.ts';
import { contentOf, digest, pieces } from '../storage/storage.conformance.ts';
import { createScanner } from './create-scanner.ts';

const MIB = 1_048_576;
const REJECTED = { code: 'unsupported_file_type', status: 422 };
const UNAVAILABLE = { code: 'service_unavailable', status: 503 };

/** What comes out of the gate of a scanner. */
async function scanned(url: string, bytes: Readable, timeout = '5s'): Promise<Buffer> {
  const config = new FileConfig({ FILE_SCANNER: url, FILE_SCANNER_TIMEOUT: timeout });
  const gate = createScanner(config, createLogger('file', 'silent'))?.gate() ?? new PassThrough();
  return contentOf(pipeline(bytes, gate, () => undefined));
}

const infected = (size: number) => Buffer.concat([randomBytes(size), EICAR, randomBytes(size)]);

describe('clamd', () => {
  let clamd: ClamdServer;
  beforeEach(async () => {
    clamd = await ClamdServer.start();
  });
  afterEach(() => clamd.close());

  it.each([0, 1, 70_000, MIB])('gets the %d bytes of a file, which pass', async (size) => {
    const content = randomBytes(size);
    expect(digest(await scanned(clamd.url, pieces(content, 30_000)))).toBe(digest(content));
    expect(clamd.received.map((chunks) => digest(Buffer.concat(chunks)))).toEqual([digest(content)]);
  });

  it.each([0, 100_000])('rejects a file with malware after %d bytes', async (size) => {
    await expect(scanned(clamd.url, pieces(infected(size)))).rejects.toMatchObject(REJECTED);
  });

  it('rejects a file that is larger than it scans', async () => {
    await expect(scanned(clamd.url, pieces(randomBytes(3 * MIB)))).rejects.toMatchObject({
      code: 'file_too_large',
      message: 'The file is larger than the malware scanner accepts.',
    });
  });

  it.each([
    ['replies something else', () => 'stream: Can’t allocate memory ERROR'],
    ['replies without an end', () => 'x'.repeat(10_000).replaceAll('\0', '')],
    ['never replies', () => undefined],
  ])('is unavailable when it %s', async (_, reply) => {
    clamd.reply = reply;
    await expect(scanned(clamd.url, pieces(randomBytes(100)), '200ms')).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is unavailable when it refuses or loses the connection', async () => {
    const { url } = clamd;
    const bytes = new PassThrough();
    const scanning = scanned(url, bytes);
    bytes.write(randomBytes(1_000));
    await eventually(() => clamd.received[0]?.length === 1);
    await clamd.close();
    await expect(scanning).rejects.toMatchObject(UNAVAILABLE);
    await expect(scanned(url, pieces(randomBytes(100)))).rejects.toMatchObject(UNAVAILABLE);
    clamd = await ClamdServer.start();
  });

  it('slows the upload down to what it takes, and is unavailable when it takes nothing', async () => {
    clamd.isStuck = true;
    let sent = 0;
    function* large() {
      for (; sent < 64 * MIB; sent += 65_536) yield Buffer.alloc(65_536);
    }
    const bytes = Readable.from(large(), { objectMode: false });
    await expect(scanned(clamd.url, bytes, '300ms')).rejects.toMatchObject(UNAVAILABLE);
    // What the buffers of both sockets take.
    expect(sent).toBeLessThan(32 * MIB);
    expect(bytes.destroyed).toBe(true);
  });

  it('is not left waiting for the rest of an upload that ended', async () => {
    const bytes = new PassThrough();
    const scanning = scanned(clamd.url, bytes);
    bytes.write(randomBytes(1_000));
    await eventually(() => clamd.received[0]?.length === 1);
    bytes.destroy(new Error('the client is gone'));
    await expect(scanning).rejects.toThrow('the client is gone');
    await eventually(() => clamd.connections === 0);
  });
});

describe('a scanner with a URL', () => {
  let server: Server;
  let status = 200;
  let isSilent = false;
  let isEarly = false;
  let authorization: string | undefined;
  const received: Buffer[] = [];
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan?for=us`;
  beforeAll(async () => {
    server = createServer((request, response) => {
      authorization = request.headers.authorization;
      if (isEarly) response.writeHead(status).end();
      void contentOf(request).then(
        (content) => {
          received.push(content);
          if (!isSilent && !isEarly)
            response.writeHead(status, { 'x-got': `${request.method} ${request.url}` }).end('verdict');
        },
        () => undefined,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    [status, isSilent, isEarly] = [200, false, false];
    received.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([0, 70_000, 5 * MIB])('gets the %d bytes of a file, which pass', async (size) => {
    const content = randomBytes(size);
    expect(digest(await scanned(url(), pieces(content)))).toBe(digest(content));
    expect(received.map(digest)).toEqual([digest(content)]);
  });

  it.each([
    [204, 'passes', undefined],
    [406, 'rejects', REJECTED],
    [422, 'rejects', REJECTED],
    [413, 'refuses the size of', { code: 'file_too_large' }],
    [302, 'has no verdict on', UNAVAILABLE],
    [401, 'has no verdict on', UNAVAILABLE],
    [500, 'has no verdict on', UNAVAILABLE],
  ])('by status %d %s a file', async (answer, _, error) => {
    status = answer;
    const scanning = scanned(url(), pieces(randomBytes(100_000)));
    if (error === undefined) expect((await scanning).length).toBe(100_000);
    else await expect(scanning).rejects.toMatchObject(error);
  });

  it('may reject a file before it has all of it, but cannot pass it', async () => {
    isEarly = true;
    status = 422;
    const rejected = new PassThrough();
    rejected.write('malware');
    await expect(scanned(url(), rejected)).rejects.toMatchObject(REJECTED);
    status = 200;
    const bytes = new PassThrough();
    let isOver = false;
    const scanning = scanned(url(), bytes).then(() => (isOver = true));
    bytes.write('not yet ');
    await eventually(() => bytes.readableLength === 0);
    expect(isOver).toBe(false);
    bytes.end('all');
    await scanning;
    expect(received.at(-1)?.toString()).toBe('not yet all');
  });

  it('gets the user and the password of its URL', async () => {
    const withUser = new URL(url());
    [withUser.username, withUser.password] = ['parley', 'a/b'];
    await scanned(withUser.toString(), pieces(Buffer.from('x')));
    expect(authorization).toBe(`Basic ${Buffer.from('parley:a/b').toString('base64')}`);
  });

  it('is unavailable when it never answers', async () => {
    isSilent = true;
    await expect(scanned(url(), pieces(Buffer.from('x')), '200ms')).rejects.toMatchObject(UNAVAILABLE);
  });
});

const clamd = await ClamdServer.start();
const service = await FileService.open({ FILE_SCANNER: clamd.url, FILE_SCANNER_TIMEOUT: '2s' });

describe('an upload with a scanner', () => {
  afterAll(async () => {
    await service.close();
    await clamd.close();
  });
  const rows = () => service.database.query('select id from file.file', []);

  it('is stored if it passes', async () => {
    const upload = await service.upload(newTenant(), randomBytes(200_000));
    expect((await service.stored()).filter((path) => path.includes(upload.id))).toHaveLength(1);
  });

  it('leaves nothing if it is rejected, too large for the scanner, or there is no scanner', async () => {
    const before = { stored: await service.stored(), rows: await rows() };
    await expect(service.upload(newTenant(), pieces(infected(100_000)))).rejects.toMatchObject({
      ...REJECTED,
      message: 'The file was rejected by the malware scanner.',
    });
    const head = { maxBytes: 5 * MIB };
    await expect(service.upload(newTenant(), pieces(randomBytes(2 * MIB)), head)).rejects.toMatchObject({
      code: 'file_too_large',
    });
    clamd.reply = () => undefined;
    await expect(service.upload(newTenant(), pieces(randomBytes(100)))).rejects.toMatchObject(UNAVAILABLE);
    await eventually(async () =>
      expect({ stored: await service.stored(), rows: await rows() }).toEqual(before),
    );
  });
});
