import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createFile, deleteFile } from '@parley/contracts';
import { inTenant } from '@parley/runtime/context';
import { newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const failureOf = (upload: Promise<unknown>): Promise<unknown> =>
  upload.then(
    () => Promise.reject(new Error('the upload did not fail')),
    (error: unknown) => error,
  );

const QUOTA = 10_000;
const limited = await FileService.open({ STORAGE_QUOTA: String(QUOTA) });

describe('a storage quota', () => {
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
