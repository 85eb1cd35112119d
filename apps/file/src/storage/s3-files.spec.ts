import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createFile, deleteFile } from '@parley/contracts';
import { eventually, newTenant, S3Server } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { pieces } from './storage.conformance.ts';

const s3 = await S3Server.start();
const service = await FileService.open({ ...s3.settings, S3_PREFIX: 'parley' });
afterEach(() => {
  s3.intercept = () => undefined;
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

describe('a file in S3', () => {
  it('is stored under its tenant and id, and removed with its row', async () => {
    const ctx = newTenant('test');
    const upload = await service.upload(ctx, pieces(randomBytes(100_000)), { name: '../a.txt' });
    const { id } = await service.rpc.call(createFile, ctx, { body: { file: upload } });
    const key = `parley/${ctx.tenant.workspaceId}/test/${id.slice(-2)}/${id}`;
    expect(await s3.keys()).toEqual([key]);
    await service.rpc.call(deleteFile, ctx, { params: { file_id: id } });
    await eventually(async () => expect(await s3.keys()).toEqual([]));
  });

  it('is not there if its upload failed, in the middle or at the storage', async () => {
    const ctx = newTenant();
    const tooLarge = service.upload(ctx, pieces(randomBytes(200_000)), { maxBytes: 100_000 });
    await expect(tooLarge).rejects.toMatchObject({ code: 'file_too_large' });
    s3.intercept = ({ method }) => (method === 'PUT' ? { code: 'ServiceUnavailable' } : undefined);
    await expect(service.upload(ctx, pieces(randomBytes(1_000)))).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
    });
    const rows = await service.database.query(`select id from file.file`, []);
    expect([rows, await s3.keys()]).toEqual([[], []]);
  });
});
