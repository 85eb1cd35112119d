import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newTenant, S3Server } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';

const BYTES = randomBytes(300_000);
const ctx = newTenant();
const s3 = await S3Server.start();
afterEach(() => {
  s3.intercept = () => undefined;
});
afterAll(() => s3.close());

/** A file service that stores files in S3. */
function onS3(settings: Record<string, string>): () => FileService {
  let service: FileService;
  beforeAll(async () => {
    service = await FileService.open({ ...s3.settings, ...settings });
  });
  afterAll(() => service.close());
  return () => service;
}

async function newFile(service: FileService, bytes: Buffer, name: string) {
  const { id, url } = await service.newFile(ctx, bytes, name);
  return { id, url: service.targetOf(url ?? '') };
}

const isSame = async (answer: Response, bytes: Buffer) =>
  bytes.equals(Buffer.from(await answer.arrayBuffer()));

describe('a download of a file in S3', () => {
  const service = onS3({});

  it('passes through the file service, whole or in part', async () => {
    const { url } = await newFile(service(), BYTES, 'data.bin');
    const whole = await fetch(url);
    expect([whole.status, whole.redirected, await isSame(whole, BYTES)]).toEqual([200, false, true]);
    const part = await fetch(url, { headers: { range: 'bytes=100-199999' } });
    expect([part.status, await isSame(part, BYTES.subarray(100, 200_000))]).toEqual([206, true]);
    const empty = await newFile(service(), Buffer.alloc(0), 'empty');
    expect(await (await fetch(empty.url)).text()).toBe('');
  });

  it('is answered with 503 and no header of the file while S3 is out', async () => {
    const { url } = await newFile(service(), BYTES, 'data.bin');
    s3.intercept = () => ({ code: 'ServiceUnavailable' });
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([503, null]);
    expect(await answer.json()).toMatchObject({ error: { code: 'service_unavailable' } });
  });
});

describe('a download of a file in S3 by a presigned URL', () => {
  const service = onS3({ S3_PRESIGNED_DOWNLOADS: 'on' });

  it('is redirected to the bucket, which answers as the file service would', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const { id, url } = await newFile(service(), page, 'Übersicht.html');
    const redirect = await fetch(url, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-cache']);
    expect(redirect.headers.get('location')).toContain(`${s3.settings['S3_ENDPOINT']}/files/`);
    const followed = await fetch(url);
    expect([followed.status, await isSame(followed, page)]).toEqual([200, true]);
    expect(followed.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect(followed.headers.get('content-type')).not.toContain('html');
    const part = await fetch(url, { headers: { range: 'bytes=10-13' } });
    expect([part.status, await part.text()]).toEqual([206, 'html']);
    expect((await fetch(url, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    await service().deleteFile(ctx, id);
    expect((await fetch(url)).status).toBe(404);
  });

  it('is not redirected by a link that was changed', async () => {
    const { url } = await newFile(service(), BYTES, 'data.bin');
    const answer = await fetch(`${url}0`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
  });
});
