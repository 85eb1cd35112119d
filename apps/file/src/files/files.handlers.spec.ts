import { afterAll, describe, expect, it } from '@jest/globals';
import {
  attachFiles,
  confirmFiles,
  createFile,
  deleteFile,
  discardFiles,
  getFile,
  type Upload,
} from '@parley/contracts';
import { inTenant, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const service = await FileService.open();
afterAll(() => service.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const create = (ctx: TenantContext, file: Upload, folder?: string) =>
  service.rpc.call(createFile, ctx, { body: { file, ...(folder === undefined ? {} : { folder }) } });
const get = (ctx: TenantContext, id: Upload['id']) =>
  service.rpc.call(getFile, ctx, { params: { file_id: id } });
const remove = (ctx: TenantContext, id: Upload['id']) =>
  service.rpc.call(deleteFile, ctx, { params: { file_id: id } });
const typesOf = async (ctx: TenantContext) => (await service.eventsOf(ctx)).map(({ type }) => type);
const storedOf = async (id: string) => (await service.stored()).filter((path) => path.includes(id));

describe('an upload', () => {
  it('is no file until an operation commits it', async () => {
    const ctx = newTenant();
    const { id } = await service.upload(ctx, PNG);
    await expect(get(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await typesOf(ctx)).toEqual([]);
  });

  it('becomes a file once, for its tenant alone, if it is the one that was received', async () => {
    const ctx = newTenant();
    const upload = await service.upload(ctx, PNG, { name: 'a.png' });
    const refused = { code: 'invalid_parameter', param: 'file' };
    await expect(create(newTenant(), upload)).rejects.toMatchObject(refused);
    await expect(create(ctx, { ...upload, size: 1 })).rejects.toMatchObject(refused);
    await expect(create(ctx, { ...upload, sha256: 'a'.repeat(64) })).rejects.toMatchObject(refused);
    const file = await create(ctx, upload, '/invoices//2026/');
    expect(file).toMatchObject({
      id: upload.id,
      name: 'a.png',
      size: PNG.length,
      mime_type: 'image/png',
      folder: 'invoices/2026',
      deleted_at: null,
    });
    expect(file.url).toContain(upload.id);
    await expect(create(ctx, upload)).rejects.toMatchObject(refused);
    expect(await get(ctx, file.id)).toEqual({ ...file, url: expect.any(String) });
    await expect(get(newTenant(), file.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await typesOf(ctx)).toEqual(['file.created']);
  });

  it('that is discarded leaves neither row nor object, also while it is a file of no message', async () => {
    const ctx = newTenant();
    const [staged, unconfirmed, kept] = [
      await service.upload(ctx, PNG),
      await service.upload(ctx, PNG),
      await service.upload(ctx, PNG),
    ];
    await create(ctx, kept);
    const ids = { conversation_id: newId('conversation'), message_id: newId('message') };
    await service.rpc.call(attachFiles, ctx, { ...ids, files: [unconfirmed] });
    await service.rpc.call(discardFiles, ctx, { ids: [staged.id, unconfirmed.id, kept.id] });
    for (const { id } of [staged, unconfirmed])
      await eventually(async () => expect(await storedOf(id)).toEqual([]));
    await expect(get(ctx, unconfirmed.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await get(ctx, kept.id)).toMatchObject({ id: kept.id });
    expect(await typesOf(ctx)).toEqual(['file.created']);
  });
});

it('a deleted file is gone with its object, and told of as it was without a URL', async () => {
  const ctx = newTenant();
  const file = await create(ctx, await service.upload(ctx, PNG));
  await remove(ctx, file.id);
  await eventually(async () => expect(await storedOf(file.id)).toEqual([]));
  await expect(get(ctx, file.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(remove(ctx, file.id)).rejects.toMatchObject({ code: 'not_found' });
  const [, deleted] = await service.eventsOf(ctx);
  expect(deleted).toEqual({
    type: 'file.deleted',
    data: { ...file, url: null, deleted_at: expect.any(String) },
  });
  const left = () => service.database.query('select from file.removed_object');
  await eventually(async () => expect(await left()).toEqual([]));
});

describe('the files of a message', () => {
  async function attached(ctx: TenantContext, count: number) {
    const ids = { conversation_id: newId('conversation'), message_id: newId('message') };
    const uploads: Upload[] = [];
    for (let index = 0; index < count; index += 1)
      uploads.push(await service.upload(ctx, PNG, { name: `${index}.png` }));
    const attachments = await service.rpc.call(attachFiles, ctx, { ...ids, files: uploads });
    return { ...ids, files: uploads, attachments };
  }

  it('are shown in the order of its form, and told of when it is confirmed, once', async () => {
    const ctx = newTenant();
    const { message_id, attachments } = await attached(ctx, 3);
    expect(attachments.map(({ name }) => name)).toEqual(['0.png', '1.png', '2.png']);
    expect(await typesOf(ctx)).toEqual([]);
    await service.rpc.call(confirmFiles, ctx, { message_id });
    await service.rpc.call(confirmFiles, ctx, { message_id });
    expect(await typesOf(ctx)).toEqual(['file.created', 'file.created', 'file.created']);
  });

  it('are attached once by a call that is repeated, before and after their message is confirmed', async () => {
    const ctx = newTenant();
    const { attachments, ...sent } = await attached(ctx, 2);
    service.messages.add(sent.message_id);
    expect(await service.rpc.call(attachFiles, ctx, sent)).toEqual(attachments);
    await service.rpc.call(confirmFiles, ctx, { message_id: sent.message_id });
    expect(await service.rpc.call(attachFiles, ctx, sent)).toEqual(attachments);
    await service.rpc.call(confirmFiles, ctx, { message_id: sent.message_id });
    expect(await typesOf(ctx)).toEqual(['file.created', 'file.created']);
  });

  it('are no uploads of another message, workspace or mode', async () => {
    const ctx = newTenant();
    const sent = await attached(ctx, 1);
    const staged = [await service.upload(ctx, PNG)];
    const otherMode = inTenant(ctx, ctx.tenant.workspaceId, 'test');
    const refused: [TenantContext, object][] = [
      [ctx, { message_id: newId('message') }],
      [newTenant(), { files: staged }],
      [otherMode, { files: staged }],
      [otherMode, {}],
    ];
    for (const [as, changes] of refused)
      await expect(service.rpc.call(attachFiles, as, { ...sent, ...changes })).rejects.toMatchObject({
        code: 'invalid_parameter',
        param: 'attachments[0]',
      });
  });

  it('stay when they are discarded after their message was committed', async () => {
    const ctx = newTenant();
    const { message_id, files } = await attached(ctx, 2);
    service.messages.add(message_id);
    await service.rpc.call(discardFiles, ctx, { ids: files.map(({ id }) => id) });
    for (const { id } of files) expect(await get(ctx, id)).toMatchObject({ id });
    expect(await typesOf(ctx)).toEqual(['file.created', 'file.created']);
  });

  it('are all attached or none', async () => {
    const ctx = newTenant();
    const [one, other] = [await service.upload(ctx, PNG), await service.upload(ctx, PNG)];
    const ids = { conversation_id: newId('conversation'), message_id: newId('message') };
    const files = [one, { ...other, size: 2 }];
    await expect(service.rpc.call(attachFiles, ctx, { ...ids, files })).rejects.toMatchObject({
      code: 'invalid_parameter',
      param: 'attachments[1]',
    });
    expect(await service.rpc.call(attachFiles, ctx, { ...ids, files: [one, other] })).toHaveLength(2);
  });
});
