import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  attachFiles,
  createFile,
  deleteFile,
  getFile,
  uuidOf,
  type Id,
  type Upload,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { objectKey } from '../storage/object-storage.ts';
import { claimRemovedObjects, RemovedObjects } from '../storage/removed-objects.ts';
import { Sweep } from './sweep.ts';

const service = await FileService.open();
afterAll(() => service.close());

const rowsOf = ({ tenant }: TenantContext) =>
  service.database.query<{ id: string; status: string }>(
    'select id, status from file.file where workspace_id = $1 order by id',
    [uuidOf('workspace', tenant.workspaceId)],
  );
const storedOf = async ({ tenant }: TenantContext) =>
  (await service.stored()).filter((path) => path.includes(tenant.workspaceId));

describe('the sweep', () => {
  const sweep = () => service.app.get(Sweep, { strict: false }).run();
  const expire = ({ tenant }: TenantContext) =>
    service.database.query(
      `with expired as (
         update file.file set expires_at = now() - interval '1 second' where workspace_id = $1 and expires_at is not null)
       update file.attachment set expires_at = now() - interval '1 second' where workspace_id = $1 and expires_at is not null`,
      [uuidOf('workspace', tenant.workspaceId)],
    );
  const get = (ctx: TenantContext, id: Id<'file'>) =>
    service.rpc.call(getFile, ctx, { params: { file_id: id } });
  const attach = (ctx: TenantContext, uploads: Upload[], message = newId('message')) =>
    service.rpc.call(attachFiles, ctx, {
      conversation_id: newId('conversation'),
      message_id: message,
      files: uploads,
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
    for (const { id } of kept) expect(await get(ctx, id)).toMatchObject({ id });
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

  it('stays while a backup is made, and is removed after it', async () => {
    const ctx = newTenant();
    const file = await service.upload(ctx, Buffer.from('a'));
    await service.rpc.call(createFile, ctx, { body: { file } });
    await service.database.session(async (backup) => {
      await backup.query(`select pg_advisory_lock(7311, hashtext('file'))`);
      await service.rpc.call(deleteFile, ctx, { params: { file_id: file.id } });
      expect(await service.db.system(claimRemovedObjects)).toEqual([]);
      expect(await remaining(ctx)).toEqual([{ attempts: 0 }]);
      expect(await storedOf(ctx)).toHaveLength(1);
    });
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
