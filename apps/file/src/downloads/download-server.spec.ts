import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getFile } from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const BYTES = randomBytes(100_000);

const service = await FileService.open({ PUBLIC_REQUESTS_PER_MINUTE: '100000' });
const ctx = newTenant();
const file = await service.newFile(ctx, BYTES);
const url = service.targetOf(file.url ?? '');
afterAll(() => service.close());

const get = (headers: Record<string, string> = {}, target = url) => fetch(target, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a download', () => {
  it('has all bytes, and headers that keep them from doing anything', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(BYTES.equals(await bytesOf(response))).toBe(true);
    const { date: _, 'keep-alive': __, ...headers } = Object.fromEntries(response.headers);
    expect(headers).toEqual({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Content-Range'),
      'cache-control': 'private, no-cache',
      connection: 'keep-alive',
      'content-disposition': 'attachment; filename="data.bin"',
      'content-length': '100000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-limit': '100000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      'x-robots-tag': 'noindex',
    });
  });

  it('by HEAD has the same headers and no bytes', async () => {
    const [whole, head] = [await get(), await fetch(url, { method: 'HEAD' })];
    const own = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'x-ratelimit-remaining']);
    const shown = ({ headers }: Response) => [...headers].filter(([name]) => !own.has(name));
    expect(head.status).toBe(200);
    expect(shown(head)).toEqual(shown(whole));
    expect((await bytesOf(head)).length).toBe(0);
    await whole.arrayBuffer();
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=50000-1000000', 50_000, 99_999],
  ])('of %s has these bytes', async (range, start, end) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end}/100000`,
    ]);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(BYTES.subarray(start, end + 1).equals(await bytesOf(response))).toBe(true);
  });

  it('of several ranges has all bytes', async () => {
    const response = await get({ range: 'bytes=0-9,20-29' });
    expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
    expect(BYTES.equals(await bytesOf(response))).toBe(true);
  });

  it('of a range behind the end is refused with the size', async () => {
    const response = await get({ range: 'bytes=100000-' });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100000']);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_parameter', param: 'Range' } });
  });

  it('goes on only with the same content', async () => {
    const etag = (await get({ range: 'bytes=0-0' })).headers.get('etag') ?? '';
    const statusFor = async (condition: string) =>
      (await get({ range: 'bytes=10-19', 'if-range': condition })).status;
    expect(await statusFor(etag)).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 06:30:00 GMT'])
      expect(await statusFor(other)).toBe(200);
  });

  it('is not repeated for a client that has it', async () => {
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': known });
      expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect((await bytesOf(response)).length).toBe(0);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get({ 'if-match': '"other"' })).status).toBe(412);
    expect((await get({ 'if-match': etag })).status).toBe(200);
  });

  it('by a script is allowed from any origin, without credentials', async () => {
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://example.com' } });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'If-Match, If-None-Match, If-Range, Range',
    });
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('by %s is refused', async (method) => {
    for (const target of [url, service.targetOf('http://localhost/')]) {
      const body = method === 'PROPFIND' ? undefined : 'x'.repeat(5000);
      const response = await fetch(target, body === undefined ? { method } : { method, body });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      await response.arrayBuffer();
    }
  });

  it('ends with its file', async () => {
    const gone = await service.newFile(ctx, BYTES);
    const target = service.targetOf(gone.url ?? '');
    expect((await get({}, target)).status).toBe(200);
    await service.deleteFile(ctx, gone.id);
    const response = await get({}, target);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(response.headers.has('etag')).toBe(false);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found', message: 'No such file.' } });
  });

  it('whose content was lost is an error of ours, with no header of the file', async () => {
    const lost = await service.newFile(ctx, BYTES);
    for (const path of await service.stored()) if (path.includes(lost.id)) await rm(path);
    const response = await get({}, service.targetOf(lost.url ?? ''));
    expect([response.status, response.headers.get('content-disposition')]).toEqual([500, null]);
    expect(await response.json()).toMatchObject({ error: { code: 'internal_error' } });
  });

  it('of an upload that no operation has committed is not to be had', async () => {
    const { id } = await service.upload({ ...ctx, ...systemContext() }, BYTES, { name: 'data.bin' });
    const link = url.replace(file.id, id);
    expect((await get({}, link)).status).toBe(403);
  });
});

describe('a link', () => {
  it.each([
    ['/', 404],
    ['/favicon.ico', 404],
    ['/%', 404],
    ['/%zz/%00', 404],
    ['/../../etc/passwd', 404],
    ['/healthz', 200],
    ['/readyz', 404],
  ])('is not %s', async (path, status) => {
    const response = await fetch(service.targetOf('http://localhost/') + path.slice(1));
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('that was changed or has expired is refused, with no header of the file', async () => {
    const expired = url.replace(/expires=\d+/, 'expires=1');
    for (const target of [expired, `${url}0`, url.split('?')[0] ?? '', url.replace('/live/', '/test/')]) {
      const response = await get({}, target);
      expect([response.status, response.headers.get('etag')]).toEqual([403, null]);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } });
    }
  });
});

it('an expired link is refused, and the file has a new one', async () => {
  const short = await FileService.open({ FILE_URL_TTL: '1s' });
  const tenant = newTenant();
  const { id, url: first } = await short.newFile(tenant, BYTES);
  await eventually(async () => {
    const response = await get({}, short.targetOf(first ?? ''));
    const body = await response.text();
    expect([response.status, response.headers.get('etag')]).toEqual([403, null]);
    const message = expect.stringContaining('has expired');
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'forbidden', message } });
  });
  const { url: second } = await short.rpc.call(
    getFile,
    { ...tenant, ...systemContext() },
    { params: { file_id: id } },
  );
  expect(BYTES.equals(await bytesOf(await get({}, short.targetOf(second ?? ''))))).toBe(true);
  await short.close();
});
