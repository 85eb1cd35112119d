import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { attachFiles } from '@parley/contracts';
import type { FileContent } from '@parley/files';
import { inTenant } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { objectKey } from '../storage/object-storage.ts';

const service = await FileService.open();
afterAll(() => service.close());

const digestOf = async (stream: Readable) =>
  createHash('sha256')
    .update(Buffer.concat((await stream.toArray()) as Buffer[]))
    .digest('hex');

describe('a file that another service reads', () => {
  it('has its bytes and what is known of them', async () => {
    const ctx = newTenant();
    const bytes = randomBytes(300_000);
    const { id, name, size, mime_type } = await service.newFile(ctx, bytes);
    const { stream, ...file }: FileContent = await service.files.read(ctx, id);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toEqual({ id, name, size, mime_type, sha256 });
    expect(await digestOf(stream)).toBe(sha256);
  });

  it('is found once it is attached, before its message is confirmed', async () => {
    const ctx = newTenant();
    const upload = await service.upload(ctx, Buffer.from('a'));
    await expect(service.files.read(ctx, upload.id)).rejects.toMatchObject({ code: 'not_found' });
    const message = { conversation_id: newId('conversation'), message_id: newId('message') };
    await service.rpc.call(attachFiles, ctx, { ...message, files: [upload] });
    expect(await digestOf((await service.files.read(ctx, upload.id)).stream)).toBe(upload.sha256);
  });

  it('is not found in another workspace or mode, and once it is deleted', async () => {
    const ctx = newTenant();
    const { id } = await service.newFile(ctx, Buffer.from('a'));
    const notFound = { code: 'not_found' };
    for (const other of [newTenant(), inTenant(ctx, ctx.tenant.workspaceId, 'test')])
      await expect(service.files.read(other, id)).rejects.toMatchObject(notFound);
    await service.deleteFile(ctx, id);
    await expect(service.files.read(ctx, id)).rejects.toMatchObject(notFound);
  });

  it('whose object is lost is no file that was deleted', async () => {
    const ctx = newTenant();
    const { id } = await service.newFile(ctx, Buffer.from('a'));
    await rm(join(service.folder, objectKey(ctx.tenant, id)));
    await expect(service.files.read(ctx, id)).rejects.toThrow('the storage has no object');
  });
});
