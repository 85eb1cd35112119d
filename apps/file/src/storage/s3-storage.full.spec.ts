import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { eventually, S3Server, TcpProxy } from '@parley/testing';
import { S3Storage } from './s3-storage.ts';
import { Spool } from './spool.ts';
import { contentOf, digest, pieces, storageConformance } from './storage.conformance.ts';
import { FileConfig } from '../file.config.ts';

const MIB = 1_048_576;
const IN_PARTS = { single: 5 * MIB, part: 5 * MIB };
const logger = createLogger('file', 'silent');
const opened: S3Storage[] = [];
const server = await S3Server.start();
afterEach(() => {
  server.intercept = () => undefined;
});
afterAll(async () => {
  for (const storage of opened) storage.onApplicationShutdown();
  await server.close();
});

/** A storage of the server, with other settings, and by way of a proxy. */
async function open(
  settings: Record<string, string> = {},
  sizes?: typeof IN_PARTS,
  log = logger,
): Promise<S3Storage> {
  const storage = await S3Storage.open(
    new FileConfig({ ...server.settings, S3_TIMEOUT: '60s', ...settings }),
    log,
    sizes,
  );
  opened.push(storage);
  return storage;
}

for (const [name, sizes] of [
  ['S3 storage', undefined],
  ['S3 storage, in parts', IN_PARTS],
] as const)
  storageConformance(name, async () => {
    const storage = await open({ S3_PREFIX: 'tests' }, sizes);
    return {
      storage,
      stored: async () => [...(await server.keys()), ...server.incompleteKeys()],
      close: () => Promise.resolve(),
    };
  });

describe('S3 storage', () => {
  it('keeps its objects in the folder of the bucket that is configured', async () => {
    const storage = await open({ S3_PREFIX: '/cell-1/files/' });
    await storage.put('workspace/one', pieces(Buffer.from('one')));
    expect(await server.keys()).toContain('cell-1/files/workspace/one');
  });

  it.each([
    ['one request', undefined, 1],
    ['parts', IN_PARTS, 2],
  ] as const)('repeats a failed request when it stores an object by %s', async (_, sizes, failing) => {
    const storage = await open({}, sizes);
    const content = randomBytes(6 * MIB);
    let puts = 0;
    server.intercept = ({ method }) =>
      method === 'PUT' && ++puts <= failing ? { code: 'SlowDown' } : undefined;
    await storage.put(`repeated/${failing}`, pieces(content));
    expect(digest(await contentOf(await storage.get(`repeated/${failing}`)))).toBe(digest(content));
  });

  it('gives up after three attempts, and does not repeat what is refused', async () => {
    const storage = await open();
    const attempts = async (code: 'ServiceUnavailable' | 'AccessDenied') => {
      let puts = 0;
      server.intercept = ({ method }) => (method === 'PUT' ? (puts++, { code }) : undefined);
      await expect(storage.put('refused', pieces(Buffer.from('x')))).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      return puts;
    };
    expect([await attempts('ServiceUnavailable'), await attempts('AccessDenied')]).toEqual([3, 1]);
  });

  it('ends an upload that the folder for temporary files does not take', async () => {
    const bytes = pieces(randomBytes(1_000_000));
    await expect(Spool.fill('/dev/null/none', bytes)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(bytes.destroyed).toBe(true);
  });

  it('leaves no parts of an upload that fails in the middle', async () => {
    const storage = await open({}, IN_PARTS);
    server.intercept = ({ method, query }) =>
      method === 'PUT' && query['partNumber'] === '3' ? { code: 'AccessDenied' } : undefined;
    await expect(storage.put('failing', pieces(randomBytes(17 * MIB)))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(server.incompleteKeys()).toEqual([]);
    expect(await server.keys()).not.toContain('failing');
  });

  it('aborts abandoned multipart uploads of its own folder', async () => {
    const [storage, other] = await Promise.all([
      open({ S3_PREFIX: 'a' }, IN_PARTS),
      open({ S3_PREFIX: 'b' }, IN_PARTS),
    ]);
    // As a process that is killed leaves them: nothing is aborted.
    server.intercept = ({ method, query }) =>
      method === 'DELETE' || query['partNumber'] === '2' ? { code: 'AccessDenied' } : undefined;
    for (const one of [storage, other])
      await expect(one.put('ws_1/abandoned', pieces(randomBytes(11 * MIB)))).rejects.toThrow();
    server.intercept = () => undefined;
    await storage.abortAbandoned();
    expect(server.incompleteKeys().toSorted()).toEqual(['a/ws_1/abandoned', 'b/ws_1/abandoned']);
    server.backdateUploads(25 * 3_600_000);
    await storage.abortAbandoned();
    expect(server.incompleteKeys()).toEqual(['b/ws_1/abandoned']);
    await other.abortAbandoned();
    expect(server.incompleteKeys()).toEqual([]);
  });

  it('leaves abandoned uploads to a server that cannot list them', async () => {
    const storage = await open();
    server.intercept = ({ query }) => ('uploads' in query ? { code: 'NotImplemented' } : undefined);
    await expect(storage.abortAbandoned()).resolves.toBeUndefined();
  });

  it('has presigned URLs only where they are configured', async () => {
    const response = {
      contentType: 'application/pdf',
      contentDisposition: `attachment; filename="a b.pdf"; filename*=UTF-8''a%20b%E2%82%AC.pdf`,
      expiresInSeconds: 60,
    };
    const [without, storage] = await Promise.all([open(), open({ S3_PRESIGNED_DOWNLOADS: 'on' })]);
    await storage.put('presigned', pieces(Buffer.from('0123456789')));
    expect(await without.presignedUrl('presigned', response)).toBeUndefined();
    const url = (await storage.presignedUrl('presigned', response)) ?? '';
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': response.contentType,
      'content-disposition': response.contentDisposition,
      'cache-control': 'private, no-store',
    });
    await storage.remove('presigned');
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('an outage of S3', () => {
  let proxy: TcpProxy;
  let storage: S3Storage;
  const byWay = (timeout = '2s') => ({
    S3_ENDPOINT: proxy.through(server.settings['S3_ENDPOINT'] ?? ''),
    S3_TIMEOUT: timeout,
  });
  beforeAll(async () => {
    proxy = await TcpProxy.start({ host: '127.0.0.1', port: server.port });
    storage = await open(byWay());
    await storage.put('large', pieces(randomBytes(20 * MIB)));
  });
  afterEach(() => proxy.heal());
  afterAll(() => proxy.close());

  async function expectUnavailable(storage: S3Storage): Promise<void> {
    const works = [
      () => storage.put('unreachable', pieces(Buffer.from('x'))),
      () => storage.get('large'),
      () => storage.remove('unreachable'),
    ];
    for (const work of works) await expect(work()).rejects.toMatchObject({ code: 'service_unavailable' });
  }

  it('answers service_unavailable while connections are refused, and works again after it', async () => {
    await proxy.refuse();
    await expectUnavailable(storage);
    await proxy.accept();
    await storage.put('again', pieces(Buffer.from('again')));
    expect((await contentOf(await storage.get('again'))).toString()).toBe('again');
  });

  it('answers service_unavailable while nothing answers', async () => {
    const impatient = await open(byWay('100ms'));
    proxy.blackhole();
    await expectUnavailable(impatient);
  });

  it('ends a download that is cut off, or stalls, with an error', async () => {
    for (const fail of [() => proxy.reset(), () => proxy.blackhole()]) {
      const stream = await storage.get('large');
      const reading = stream[Symbol.asyncIterator]();
      await reading.next();
      fail();
      const rest = async () => {
        while ((await reading.next()).done !== true);
      };
      await expect(rest()).rejects.toMatchObject({ code: 'service_unavailable' });
      proxy.heal();
    }
  });

  it('does not end a download whose reader is slower than the timeout', async () => {
    const stream = await storage.get('large');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await contentOf(stream)).length).toBe(20 * MIB);
  });

  it('is waited for at the start', async () => {
    await proxy.refuse();
    const lines: string[] = [];
    const opening = open(
      byWay(),
      undefined,
      createLogger('file', 'warn', { write: (line) => lines.push(line) }),
    );
    await eventually(() => expect(lines.join('')).toContain('Waiting: S3 cannot be reached: '));
    await proxy.accept();
    await opening;
    expect(lines).toHaveLength(1);
  });
});

describe('the configuration of S3', () => {
  it.each([
    [{ S3_BUCKET: 'missing' }, 'S3_BUCKET: the bucket missing does not exist'],
    [
      { S3_ACCESS_KEY_ID: 'wrong' },
      'S3_BUCKET: S3 refuses access to files: check the access key and its permissions',
    ],
  ])('ends the start if it cannot work: %p', async (settings, message) => {
    await expect(open(settings)).rejects.toThrow(message);
  });

  it('names what is missing', () => {
    const errors = (env: Record<string, string>) => {
      try {
        new FileConfig(env);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(errors({})).toBe('');
    expect(errors({ FILE_STORAGE: 's3' })).toBe('S3_BUCKET is not set');
    expect(errors({ S3_ACCESS_KEY_ID: 'id' })).toBe(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither',
    );
    expect(errors({ S3_ENDPOINT: 'minio:9000' })).toContain(
      'S3_ENDPOINT=minio:9000: must be a URL with http, https',
    );
  });
});
