import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  attachFiles,
  createFile,
  deleteFile,
  getFile,
  uuidOf,
  type Id,
  type Upload,
} from '@parley/contracts';
import { inTenant, metricsText, newId, type TenantContext } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { FileService, newTenant } from '../file-service.fixture.ts';
import { objectKey } from '../storage/object-storage.ts';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { Sweep } from './sweep.ts';

let service: FileService;
beforeAll(async () => {
  service = await FileService.open();
});
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

describe('the sweep', () => {
  const sweep = () => service.app.get(Sweep, { strict: false }).run();
  const expire = ({ tenant }: TenantContext) =>
    service.database.query(
      `update file.file set expires_at = now() - interval '1 second' where workspace_id = $1 and expires_at is not null`,
      [uuidOf('workspace', tenant.workspaceId)],
    );
  const get = (ctx: TenantContext, id: Id<'file'>) =>
    service.rpc.call(getFile, ctx, { params: { file_id: id } });
  const attach = (ctx: TenantContext, uploads: Upload[], message = newId('message')) =>
    service.rpc.call(attachFiles, ctx, {
      conversation_id: newId('conversation'),
      message_id: message,
      uploads,
    });

  it('removes what a process has left that died in the middle of an upload', async () => {
    const ctx = newTenant();
    const { id } = await service.upload(ctx, Buffer.from('bytes'));
    const path = join(service.folder, objectKey(ctx.tenant, id));
    // As it is before the last byte is stored.
    await rm(path);
    await writeFile(`${path}.part`, 'byt');
    await service.database.query(`update file.file set status = 'uploading' where id = $1`, [
      uuidOf('file', id),
    ]);
    await sweep();
    expect(await rowsOf(ctx)).toHaveLength(1);
    await expire(ctx);
    await sweep();
    expect(await rowsOf(ctx)).toEqual([]);
    await eventually(async () => expect(await storedOf(ctx)).toEqual([]));
  });

  it('removes uploads that nothing became of, and keeps files', async () => {
    const ctx = newTenant();
    const [staged, file] = [
      await service.upload(ctx, Buffer.from('a')),
      await service.upload(ctx, Buffer.from('b')),
    ];
    await service.rpc.call(createFile, ctx, { body: { file } });
    await expire(ctx);
    await sweep();
    expect(await rowsOf(ctx)).toMatchObject([{ id: uuidOf('file', file.id), status: 'available' }]);
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(1));
    expect((await storedOf(ctx))[0]).not.toContain(staged.id);
    expect(await get(ctx, file.id)).toMatchObject({ id: file.id });
  });

  it('keeps attachments whose message exists, tells of them, and removes the others', async () => {
    const ctx = newTenant();
    const uploads: Upload[] = [];
    for (let index = 0; index < 4; index += 1) uploads.push(await service.upload(ctx, Buffer.from('a')));
    const message = newId('message');
    const [kept, others] = [uploads.slice(0, 2), uploads.slice(2)];
    await attach(ctx, kept, message);
    await attach(ctx, others);
    service.messages.add(message);
    await expire(ctx);
    await sweep();
    await sweep();
    expect(await rowsOf(ctx)).toHaveLength(2);
    for (const { id } of kept) expect(await get(ctx, id)).toMatchObject({ message_id: message });
    expect((await service.eventsOf(ctx)).map(({ type }) => type)).toEqual(['file.created', 'file.created']);
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(2));
  });

  it('in two processes at a time has its effect once', async () => {
    const ctx = newTenant();
    const message = newId('message');
    service.messages.add(message);
    await attach(ctx, [await service.upload(ctx, Buffer.from('a'))], message);
    await expire(ctx);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect((await service.eventsOf(ctx)).map(({ type }) => type)).toEqual(['file.created']);
  });
});

describe('the object of a deleted file', () => {
  const remaining = ({ tenant }: TenantContext) =>
    service.database.query<{ attempts: number }>(
      'select attempts from file.removed_object where workspace_id = $1',
      [uuidOf('workspace', tenant.workspaceId)],
    );
  const makeDue = () => service.database.query('update file.removed_object set due_at = now()');

  it('is removed as soon as the storage works again', async () => {
    const ctx = newTenant();
    const file = await service.upload(ctx, Buffer.from('a'));
    await service.rpc.call(createFile, ctx, { body: { file } });
    const path = join(service.folder, objectKey(ctx.tenant, file.id));
    // A folder that is not empty cannot be removed as a file, even by root.
    await rm(path);
    await mkdir(join(path, 'full'), { recursive: true });
    await service.rpc.call(deleteFile, ctx, { params: { file_id: file.id } });
    await eventually(async () => expect(await remaining(ctx)).toMatchObject([{ attempts: 1 }]));
    await rm(path, { recursive: true });
    await writeFile(path, 'a');
    await makeDue();
    service.app.get(RemovedObjects, { strict: false }).wake();
    await eventually(async () => expect(await remaining(ctx)).toEqual([]));
    expect(await storedOf(ctx)).toEqual([]);
  });

  it('stays if the file exists: another process has stored what one has discarded', async () => {
    const ctx = newTenant();
    const file = await service.upload(ctx, Buffer.from('a'));
    await service.database.query(
      'insert into file.removed_object (workspace_id, mode, file_id, due_at) values ($1, $2, $3, now())',
      [uuidOf('workspace', ctx.tenant.workspaceId), 'live', uuidOf('file', file.id)],
    );
    const other = await service.upload(ctx, Buffer.from('b'));
    await service.rpc.call(createFile, ctx, { body: { file: other } });
    await service.rpc.call(deleteFile, ctx, { params: { file_id: other.id } });
    // The job has run then.
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(1));
    expect((await storedOf(ctx))[0]).toContain(file.id);
  });
});

describe('a storage quota', () => {
  const QUOTA = 10_000;
  let limited: FileService;
  beforeAll(async () => {
    limited = await FileService.open({ STORAGE_QUOTA: String(QUOTA) });
  });
  afterAll(() => limited.close());
  const exceeded = { code: 'file_too_large', status: 422, message: expect.stringContaining('10000 bytes') };

  it('holds for both modes of a workspace together, and for each workspace by itself', async () => {
    const live = newTenant();
    const test = inTenant(live, live.tenant.workspaceId, 'test');
    const first = await limited.upload(live, randomBytes(6_000));
    expect(await failureOf(limited.upload(test, randomBytes(4_001)))).toMatchObject(exceeded);
    await limited.upload(test, randomBytes(4_000));
    expect(await failureOf(limited.upload(live, randomBytes(1)))).toMatchObject(exceeded);
    await limited.upload(newTenant(), randomBytes(QUOTA));
    // What is deleted makes room.
    await limited.rpc.call(createFile, live, { body: { file: first } });
    await limited.rpc.call(deleteFile, live, { params: { file_id: first.id } });
    await limited.upload(live, randomBytes(6_000));
  });

  it('holds for uploads at the same time', async () => {
    const ctx = newTenant();
    const uploads = Array.from({ length: 12 }, () => limited.upload(ctx, randomBytes(1_500)));
    const outcomes = await Promise.allSettled(uploads);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(exceeded);
  });
});
