import { createHash, randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  attachFiles,
  beginErasure,
  createFile,
  deleteFile,
  deleteFilesOfMessages,
  discardFiles,
  erasureProgress,
  getFile,
  listFiles,
  uuidOf,
  type conversationDeleted,
  type EventOf,
  type messageRedacted,
} from '@parley/contracts';
import type { UploadHead } from '@parley/files';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { FileSubscribers } from '../files/files.subscribers.ts';
import { pieces } from '../storage/storage.conformance.ts';
import { objectKey, ObjectStorage } from '../storage/object-storage.ts';
import { Sweep } from './sweep.ts';
import { UploadRows } from './upload-rows.ts';

const service = await FileService.open();
afterAll(() => service.close());

const newSource = () => ({
  id: newId('file'),
  name: 'mail.eml',
  sourceOf: { conversationId: newId('conversation'), messageId: newId('message') },
});
const notFound = { code: 'not_found' };

async function contentOf(ctx: TenantContext, id: UploadHead['id'], from = service): Promise<Buffer> {
  const { stream } = await from.files.read(ctx, id);
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

const rowsOf = ({ tenant }: TenantContext) =>
  service.database.query<{ id: string; status: string }>(
    'select id, status from file.file where workspace_id = $1 and mode = $2 order by id',
    [uuidOf('workspace', tenant.workspaceId), tenant.mode],
  );
const storedOf = async ({ tenant }: TenantContext) =>
  (await service.stored()).filter((path) => path.includes(`${tenant.workspaceId}/${tenant.mode}`));
const sweep = () => service.app.get(Sweep, { strict: false }).run();
const expire = ({ tenant }: TenantContext) =>
  service.database.query(
    `with expired as (
       update file.file set expires_at = now() where workspace_id = $1 and expires_at is not null)
     update file.attachment set expires_at = now() where workspace_id = $1 and expires_at is not null`,
    [uuidOf('workspace', tenant.workspaceId)],
  );

async function expectGone(ctx: TenantContext): Promise<void> {
  expect(await rowsOf(ctx)).toEqual([]);
  await eventually(async () => expect(await storedOf(ctx)).toEqual([]));
  expect(await service.eventsOf(ctx)).toEqual([]);
}

describe('the source of a mail', () => {
  it('is read by services as it was stored, whatever it contains, in its tenant alone', async () => {
    const ctx = newTenant();
    const source = newSource();
    const bytes = Buffer.from('%PDF-1.7 is no mail');
    expect(await service.upload(ctx, bytes, source)).toEqual({
      id: source.id,
      name: 'mail.eml',
      size: bytes.length,
      mime_type: 'message/rfc822',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await contentOf(ctx, source.id)).toEqual(bytes);
    for (const other of [newTenant(), inTenant(ctx, ctx.tenant.workspaceId, 'test')])
      await expect(contentOf(other, source.id)).rejects.toMatchObject(notFound);
  });

  it('is shown, attached, made a file and deleted by no operation, and told of by no event', async () => {
    const ctx = newTenant();
    const upload = await service.upload(ctx, randomBytes(100), newSource());
    const params = { file_id: upload.id };
    await expect(service.rpc.call(getFile, ctx, { params })).rejects.toMatchObject(notFound);
    await expect(service.rpc.call(deleteFile, ctx, { params })).rejects.toMatchObject(notFound);
    expect(await service.rpc.call(listFiles, ctx, { query: {} })).toMatchObject({ items: [] });
    await expect(service.rpc.call(createFile, ctx, { body: { file: upload } })).rejects.toMatchObject({
      param: 'file',
    });
    const message = { conversation_id: newId('conversation'), message_id: newId('message') };
    for (const file of [upload, upload.id])
      await expect(service.rpc.call(attachFiles, ctx, { ...message, files: [file] })).rejects.toMatchObject({
        param: 'attachments[0]',
      });
    await service.rpc.call(discardFiles, ctx, { ids: [upload.id] });
    expect(await rowsOf(ctx)).toMatchObject([{ status: 'source' }]);
    expect(await service.eventsOf(ctx)).toEqual([]);
  });

  it('has at most the bytes that it may have, and may be stored afterwards', async () => {
    const ctx = newTenant();
    const source = { ...newSource(), maxBytes: 1_000 };
    await expect(service.upload(ctx, randomBytes(1_001), source)).rejects.toMatchObject({
      code: 'file_too_large',
    });
    await expectGone(ctx);
    expect(await service.upload(ctx, randomBytes(1_000), source)).toMatchObject({ size: 1_000 });
  });
});

describe('a source that is stored again', () => {
  it('is the one that was stored first', async () => {
    const ctx = newTenant();
    const source = newSource();
    const [first, other] = [randomBytes(1_000), randomBytes(2_000_000)];
    const stored = await service.upload(ctx, first, source);
    const again = new PassThrough();
    const storing = service.upload(ctx, again, { ...source, maxBytes: 2_000_000 });
    again.end(other);
    expect(await storing).toEqual(stored);
    expect(again.readableEnded).toBe(true);
    expect(await contentOf(ctx, source.id)).toEqual(first);
    expect(await storedOf(ctx)).toHaveLength(1);
  });

  it('replaces what a process has left that died before the commit, which the sweep removes', async () => {
    const ctx = newTenant();
    const source = newSource();
    const left = { ...source, id: newId('file'), maxBytes: 10 };
    await service.app.get(UploadRows, { strict: false }).begin(ctx, left);
    const storage = service.app.get(ObjectStorage, { strict: false });
    await storage.put(objectKey(ctx.tenant, left.id), pieces(randomBytes(10)));
    await expect(contentOf(ctx, source.id)).rejects.toMatchObject(notFound);
    const bytes = randomBytes(100);
    await service.upload(ctx, bytes, source);
    service.messages.add(source.sourceOf.messageId);
    await expire(ctx);
    await sweep();
    expect(await rowsOf(ctx)).toEqual([{ id: uuidOf('file', source.id), status: 'source' }]);
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(1));
    expect(await contentOf(ctx, source.id)).toEqual(bytes);
  });

  it('while an earlier attempt still runs is the one that is complete first', async () => {
    const ctx = newTenant();
    const source = newSource();
    const slow = new PassThrough();
    slow.write('the first ones');
    const earlier = service.upload(ctx, slow, source);
    await eventually(async () => expect(await rowsOf(ctx)).toHaveLength(1));
    const bytes = randomBytes(100);
    const stored = await service.upload(ctx, bytes, source);
    slow.end();
    expect(await earlier).toEqual(stored);
    expect(await contentOf(ctx, source.id)).toEqual(bytes);
  });

  it('after a commit that nobody was told of is that one, and keeps its object', async () => {
    const ctx = newTenant();
    const source = newSource();
    const attempt = { id: newId('file'), name: source.name, maxBytes: 10 };
    const rows = service.app.get(UploadRows, { strict: false });
    await rows.begin(ctx, attempt);
    const bytes = randomBytes(10);
    await service.app
      .get(ObjectStorage, { strict: false })
      .put(objectKey(ctx.tenant, attempt.id), pieces(bytes));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const upload = { id: attempt.id, name: source.name, size: 10, mime_type: 'message/rfc822', sha256 };
    await rows.storeSource(ctx, upload, source.id, source.sourceOf);
    // What follows an error of the commit.
    expect(await rows.discard(ctx, attempt)).toBe(false);
    expect(await service.upload(ctx, randomBytes(10), source)).toEqual({ ...upload, id: source.id });
    expect(await contentOf(ctx, source.id)).toEqual(bytes);
  });

  it('by several processes at a time is one of theirs', async () => {
    const ctx = newTenant();
    const source = newSource();
    const attempts = Array.from({ length: 8 }, () => service.upload(ctx, randomBytes(1_000), source));
    const stored = await Promise.all(attempts);
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1);
    const sha256 = createHash('sha256').update(await contentOf(ctx, source.id));
    expect(sha256.digest('hex')).toBe(stored[0]?.sha256);
  });
});

describe('the source of a mail goes with its message', () => {
  const subscribers = () => service.app.get(FileSubscribers, { strict: false });

  it('when that is redacted', async () => {
    const ctx = newTenant();
    const source = newSource();
    await service.upload(ctx, randomBytes(10), source);
    const event = { data: { id: source.sourceOf.messageId } } as EventOf<typeof messageRedacted>;
    await service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenMessageIsRedacted(event, tx));
    await expectGone(ctx);
    await expect(contentOf(ctx, source.id)).rejects.toMatchObject(notFound);
  });

  it('when its conversation is deleted', async () => {
    const ctx = newTenant();
    const source = newSource();
    await service.upload(ctx, randomBytes(10), source);
    const event = { data: { id: source.sourceOf.conversationId } } as EventOf<typeof conversationDeleted>;
    await service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenConversationIsDeleted(event, tx));
    await expectGone(ctx);
  });

  it('when the files of the message are deleted, as for an erased contact', async () => {
    const ctx = newTenant();
    const source = newSource();
    await service.upload(ctx, randomBytes(10), source);
    const input = { message_ids: [source.sourceOf.messageId] };
    await service.rpc.call(deleteFilesOfMessages, ctx, input);
    await expectGone(ctx);
  });

  it('when its workspace is erased', async () => {
    const ctx = newTenant();
    await service.upload(ctx, randomBytes(10), newSource());
    const target = { type: 'workspace', workspace: ctx.tenant.workspaceId } as const;
    const input = { service: 'file', target } as const;
    await service.rpc.call(beginErasure, systemContext(), input);
    await eventually(async () =>
      expect(await service.rpc.call(erasureProgress, systemContext(), input)).toMatchObject({
        status: 'completed',
      }),
    );
    await expectGone(ctx);
  });

  it('in the sweep if it was redacted before the source was stored, and stays if it exists', async () => {
    const ctx = newTenant();
    const [kept, late] = [newSource(), newSource()];
    for (const source of [kept, late]) await service.upload(ctx, randomBytes(10), source);
    service.messages.add(kept.sourceOf.messageId);
    await expire(ctx);
    await sweep();
    expect(await rowsOf(ctx)).toEqual([{ id: uuidOf('file', kept.id), status: 'source' }]);
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(1));
    await sweep();
    expect(await contentOf(ctx, kept.id)).toHaveLength(10);
    expect(await service.eventsOf(ctx)).toEqual([]);
  });
});

describe('a source', () => {
  it('counts towards the quota, which does not keep it from being stored again', async () => {
    const limited = await FileService.open({ STORAGE_QUOTA: '1000' });
    const ctx = newTenant();
    const source = newSource();
    const stored = await limited.upload(ctx, randomBytes(1_000), source);
    const exceeded = { code: 'file_too_large' };
    await expect(limited.upload(ctx, randomBytes(1))).rejects.toMatchObject(exceeded);
    await expect(limited.upload(ctx, randomBytes(1), newSource())).rejects.toMatchObject(exceeded);
    expect(await limited.upload(ctx, randomBytes(1_000), source)).toEqual(stored);
    await limited.close();
  });

  it('does not pass the scanner', async () => {
    // Nothing listens there.
    const scanned = await FileService.open({ FILE_SCANNER: 'clamd://127.0.0.1:1' });
    const ctx = newTenant();
    const source = newSource();
    await expect(scanned.upload(ctx, randomBytes(10))).rejects.toMatchObject({ code: 'service_unavailable' });
    await scanned.upload(ctx, randomBytes(10), source);
    expect(await contentOf(ctx, source.id, scanned)).toHaveLength(10);
    await scanned.close();
  });
});
