import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { metricsText } from '@parley/runtime/metrics';
import { newId } from '@parley/runtime/records';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const service = await FileService.open();
afterAll(() => service.close());

const failureOf = (upload: Promise<unknown>): Promise<unknown> =>
  upload.then(
    () => Promise.reject(new Error('the upload did not fail')),
    (error: unknown) => error,
  );
const rowsOf = ({ tenant }: TenantContext) =>
  service.database.query<{ id: string; status: string }>(
    'select id, status from file.file where workspace_id = $1 order by id',
    [uuidOf('workspace', tenant.workspaceId)],
  );
const storedOf = async ({ tenant }: TenantContext) =>
  (await service.stored()).filter((path) => path.includes(tenant.workspaceId));

describe('an upload that fails leaves neither row nor object', () => {
  async function expectNothingLeft(ctx: TenantContext): Promise<void> {
    expect(await rowsOf(ctx)).toEqual([]);
    expect(await storedOf(ctx)).toEqual([]);
  }

  it('if it has more bytes than it may have', async () => {
    const ctx = newTenant();
    const [exact, over] = [randomBytes(100_000), randomBytes(100_001)];
    const error = await failureOf(service.upload(ctx, over, { maxBytes: 100_000 }));
    expect(error).toMatchObject({ code: 'file_too_large', status: 422 });
    await expectNothingLeft(ctx);
    expect(await service.upload(ctx, exact, { maxBytes: 100_000 })).toMatchObject({ size: 100_000 });
  });

  it('if its bytes end with an error, or early', async () => {
    const ctx = newTenant();
    const gone = new Error('the client has gone');
    for (const cause of [gone, undefined]) {
      const bytes = new PassThrough();
      bytes.write(randomBytes(50_000));
      const failure = failureOf(service.upload(ctx, bytes));
      await eventually(async () => expect(await rowsOf(ctx)).toHaveLength(1));
      bytes.destroy(cause);
      const error = await failure;
      if (cause !== undefined) expect(error).toBe(cause);
      await expectNothingLeft(ctx);
    }
  });

  it('at its deadline', async () => {
    const ctx = newTenant();
    const bytes = new PassThrough();
    bytes.write('the only ones');
    const late = { ...ctx, deadline: Date.now() + 300 };
    expect(await failureOf(service.upload(late, bytes))).toMatchObject({ status: 503 });
    await eventually(() => expectNothingLeft(ctx));
  });

  it('if the storage fails, and works again afterwards', async () => {
    const ctx = newTenant();
    const folder = join(service.folder, ctx.tenant.workspaceId);
    // A folder cannot be made there, even by root.
    await writeFile(folder, '');
    expect(await failureOf(service.upload(ctx, randomBytes(10)))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
    expect(await rowsOf(ctx)).toEqual([]);
    await rm(folder);
    expect(await service.upload(ctx, randomBytes(10))).toMatchObject({ size: 10 });
  });

  it('if there is such an upload already, which stays', async () => {
    const ctx = newTenant();
    const id = newId('file');
    await service.upload(ctx, Buffer.from('first'), { id });
    expect(await failureOf(service.upload(ctx, Buffer.from('other'), { id }))).toMatchObject({ status: 503 });
    expect(await rowsOf(ctx)).toMatchObject([{ status: 'staged' }]);
    expect(await storedOf(ctx)).toHaveLength(1);
  });
});

it('uploads are counted by their result, and while they run', async () => {
  const counted = async (name: string) => {
    const { text } = await metricsText();
    const line = text.split('\n').find((one) => one.startsWith(`parley_file_${name} `));
    return Number(line?.split(' ')[1] ?? 0);
  };
  const names = ['stored', 'refused', 'failed', 'aborted'].map(
    (result) => `uploads_total{result="${result}"}`,
  );
  const all = () => Promise.all([...names, 'uploaded_bytes_total', 'uploads_in_flight'].map(counted));
  const before = await all();
  const [ctx, unstorable] = [newTenant(), newTenant()];
  await service.upload(ctx, randomBytes(1_000));
  await failureOf(service.upload(ctx, randomBytes(1_000), { maxBytes: 999 }));
  const bytes = new PassThrough();
  const aborted = failureOf(service.upload(ctx, bytes));
  await eventually(async () => expect(await counted('uploads_in_flight')).toBe(1));
  bytes.destroy(new Error('the client has gone'));
  await aborted;
  await writeFile(join(service.folder, unstorable.tenant.workspaceId), '');
  await failureOf(service.upload(unstorable, randomBytes(1_000)));
  const increments = (await all()).map((count, index) => count - (before[index] ?? 0));
  expect(increments).toEqual([1, 1, 1, 1, 1_000, 0]);
});

describe('the media type of an upload', () => {
  const typeOf = async (bytes: Buffer) => (await service.upload(newTenant(), bytes)).mime_type;

  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'application/octet-stream'],
    ['text', Buffer.from('Grüße, 日本'), 'text/plain'],
    ['text that is cut off in a character', Buffer.from('日'.repeat(1_367)), 'text/plain'],
    ['HTML', Buffer.from('<html><script>alert(1)</script>'), 'text/plain'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'text/plain'],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf'],
    ['a GIF that is HTML too', Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=0;'), 'image/gif'],
    ['bytes that are none of these', Buffer.from([1, 2, 3, 0xff]), 'application/octet-stream'],
  ])('is that of %s', async (_, bytes, type) => {
    expect(await typeOf(bytes)).toBe(type);
  });
});
