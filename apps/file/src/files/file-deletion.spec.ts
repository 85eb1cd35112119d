import { afterAll, describe, expect, it } from '@jest/globals';
import {
  attachFiles,
  beginErasure,
  confirmFiles,
  createFile,
  erasureProgress,
  uuidOf,
  type ErasureTarget,
  type EventOf,
  type Id,
  type conversationDeleted,
  type messageRedacted,
  type Upload,
} from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { eventually, newTenant } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { claimRemovedObjects } from '../storage/removed-objects.ts';
import { Sweep } from '../uploads/sweep.ts';
import { FileSubscribers } from './files.subscribers.ts';

const service = await FileService.open();
afterAll(() => service.close());

const upload = (ctx: TenantContext) => service.upload(ctx, Buffer.from('a'));
const filesOf = ({ tenant }: TenantContext) =>
  service.database.query<{ id: string }>(
    'select id from file.file where workspace_id = $1 and mode = $2 order by id',
    [uuidOf('workspace', tenant.workspaceId), tenant.mode],
  );
const storedOf = async ({ tenant }: TenantContext) =>
  (await service.stored()).filter((path) => path.includes(`${tenant.workspaceId}/${tenant.mode}`));
const deletionsOf = async (ctx: TenantContext) =>
  (await service.eventsOf(ctx)).flatMap(({ type, data }) => (type === 'file.deleted' ? [data['id']] : []));

/** The files of a message in a conversation. */
async function attached(ctx: TenantContext, conversation: Id<'conversation'>, count: number) {
  const message = newId('message');
  const uploads: Upload[] = [];
  for (let index = 0; index < count; index += 1) uploads.push(await upload(ctx));
  const input = { conversation_id: conversation, message_id: message, files: uploads };
  await service.rpc.call(attachFiles, ctx, input);
  await service.rpc.call(confirmFiles, ctx, { message_id: message });
  return { message, ids: uploads.map(({ id }) => id) };
}

const subscribers = () => service.app.get(FileSubscribers, { strict: false });

describe('the files', () => {
  it('of a message are deleted when it is redacted, once', async () => {
    const ctx = newTenant();
    const conversation = newId('conversation');
    const [redacted, other] = [await attached(ctx, conversation, 2), await attached(ctx, conversation, 1)];
    const event = { data: { id: redacted.message } } as EventOf<typeof messageRedacted>;
    for (let delivery = 0; delivery < 2; delivery += 1)
      await service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenMessageIsRedacted(event, tx));
    expect(await filesOf(ctx)).toEqual(other.ids.map((id) => ({ id: uuidOf('file', id) })));
    expect((await deletionsOf(ctx)).toSorted()).toEqual(redacted.ids.toSorted());
    await eventually(async () => expect(await storedOf(ctx)).toHaveLength(1));
  });

  it('of a conversation are deleted with it, however many they are', async () => {
    const ctx = newTenant();
    const [conversation, other] = [newId('conversation'), newId('conversation')];
    const kept = await attached(ctx, other, 1);
    await attached(ctx, conversation, 1);
    await service.database.query(
      `with many as (
         insert into file.file (workspace_id, mode, id, version, name, folder, size, mime_type, sha256, status, expires_at,
             created_at, updated_at)
         select workspace_id, mode, gen_random_uuid(), version, name, folder, size, mime_type, sha256,
             status, expires_at, created_at, updated_at
           from file.file, generate_series(1, 250) where workspace_id = $1 and id <> $2 returning id)
       insert into file.attachment
       select workspace_id, mode, gen_random_uuid(), many.id, message_id, conversation_id, null
         from file.attachment, many where conversation_id = $3`,
      [
        uuidOf('workspace', ctx.tenant.workspaceId),
        uuidOf('file', kept.ids[0] as Upload['id']),
        uuidOf('conversation', conversation),
      ],
    );
    const event = { data: { id: conversation } } as EventOf<typeof conversationDeleted>;
    await service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenConversationIsDeleted(event, tx));
    expect(await filesOf(ctx)).toEqual(kept.ids.map((id) => ({ id: uuidOf('file', id) })));
    expect(await deletionsOf(ctx)).toHaveLength(251);
  });
});

describe('a file of several messages', () => {
  it('is deleted with the last of them', async () => {
    const ctx = newTenant();
    const file = await service.newFile(ctx, Buffer.from('a'));
    const messages = [newId('message'), newId('message')] as const;
    const conversation = newId('conversation');
    const attach = (message: Id<'message'>, files: Id<'file'>[]) =>
      service.rpc.call(attachFiles, ctx, { conversation_id: conversation, message_id: message, files });
    const attachments = [];
    for (const message of messages) {
      attachments.push(...(await attach(message, [file.id])));
      expect(await service.rpc.call(confirmFiles, ctx, { message_id: message })).toEqual([]);
    }
    expect(new Set(attachments.map(({ id }) => id)).size).toBe(2);
    for (const [index, message] of messages.entries()) {
      const event = { data: { id: message } } as EventOf<typeof messageRedacted>;
      await service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenMessageIsRedacted(event, tx));
      expect(await deletionsOf(ctx)).toEqual(index === 0 ? [] : [file.id]);
    }
    await expect(attach(newId('message'), [file.id])).rejects.toMatchObject({ param: 'attachments[0]' });
  });

  it('is deleted with the last that exists, whatever has attached it and failed', async () => {
    const ctx = newTenant();
    const [file, unused] = [
      await service.newFile(ctx, Buffer.from('a')),
      await service.newFile(ctx, Buffer.from('b')),
    ];
    const [message, committed, failed] = [newId('message'), newId('message'), newId('message')] as const;
    const recipient = { conversation_id: newId('conversation') };
    const attach = (to: Id<'message'>, files: Id<'file'>[]) =>
      service.rpc.call(attachFiles, ctx, { ...recipient, message_id: to, files });
    const redact = (id: Id<'message'>) => {
      const event = { data: { id } } as EventOf<typeof messageRedacted>;
      return service.db.transaction(ctx, (tx) => subscribers().deleteFilesWhenMessageIsRedacted(event, tx));
    };
    const sweep = async () => {
      await service.database.query(
        `update file.attachment set expires_at = now() where workspace_id = $1 and expires_at is not null`,
        [uuidOf('workspace', ctx.tenant.workspaceId)],
      );
      await service.app.get(Sweep, { strict: false }).run();
    };
    await attach(message, [file.id]);
    await service.rpc.call(confirmFiles, ctx, { message_id: message });
    await attach(committed, [file.id]);
    await attach(failed, [file.id, unused.id]);
    service.messages.add(committed);
    await redact(message);
    await sweep();
    expect(await deletionsOf(ctx)).toEqual([]);
    await attach(failed, [file.id]);
    await redact(committed);
    await sweep();
    expect(await deletionsOf(ctx)).toEqual([file.id]);
    // It was never a file of a message.
    expect(await filesOf(ctx)).toEqual([{ id: uuidOf('file', unused.id) }]);
  });

  it('that is deleted before a message is confirmed is told of then', async () => {
    const ctx = newTenant();
    const file = await service.newFile(ctx, Buffer.from('a'));
    const message = newId('message');
    const recipient = { conversation_id: newId('conversation'), message_id: message };
    await service.rpc.call(attachFiles, ctx, { ...recipient, files: [file.id] });
    await service.deleteFile(ctx, file.id);
    expect(await service.rpc.call(confirmFiles, ctx, { message_id: message })).toEqual([file.id]);
    expect(await service.rpc.call(confirmFiles, ctx, { message_id: message })).toEqual([]);
  });
});

describe('an erasure', () => {
  const complete = async (target: ErasureTarget) => {
    const input = { service: 'file', target } as const;
    await service.rpc.call(beginErasure, systemContext(), input);
    await eventually(async () =>
      expect(await service.rpc.call(erasureProgress, systemContext(), input)).toMatchObject({
        status: 'completed',
      }),
    );
  };

  async function filled() {
    const live = newTenant();
    const test = inTenant(live, live.tenant.workspaceId, 'test');
    for (const ctx of [live, test]) {
      await service.rpc.call(createFile, ctx, { body: { file: await upload(ctx) } });
      await upload(ctx);
      await attached(ctx, newId('conversation'), 2);
    }
    return { live, test, workspace: live.tenant.workspaceId };
  }

  it('of a workspace is complete when the objects of its files are gone, more than a batch of them too', async () => {
    const [{ live, test, workspace }, other] = [await filled(), await filled()];
    const missing = Array.from({ length: 130 }, newUuid);
    await service.database.query(
      `insert into file.removed_object (workspace_id, mode, file_id, due_at)
       select $1, 'live', id, now() + interval '1 hour' from unnest($2::uuid[]) as id`,
      [uuidOf('workspace', workspace), missing],
    );
    await complete({ type: 'workspace', workspace });
    for (const ctx of [live, test]) expect([await filesOf(ctx), await storedOf(ctx)]).toEqual([[], []]);
    expect(await storedOf(other.live)).toHaveLength(4);
    const counted = await service.database.query('select from file.row_count where workspace_id = $1', [
      uuidOf('workspace', workspace),
    ]);
    expect(counted).toEqual([]);
  });

  it('of a workspace waits for a backup, and completes after it', async () => {
    const { live, workspace } = await filled();
    const input = { service: 'file', target: { type: 'workspace', workspace } } as const;
    await service.database.session(async (backup) => {
      await backup.query(`select pg_advisory_lock(7311, hashtext('file'))`);
      await service.rpc.call(beginErasure, systemContext(), input);
      await eventually(async () => expect(await filesOf(live)).toEqual([]));
      await service.db.system(claimRemovedObjects);
      expect(await storedOf(live)).toHaveLength(4);
      expect(await service.rpc.call(erasureProgress, systemContext(), input)).toMatchObject({
        status: 'running',
      });
    });
    await complete(input.target);
    expect(await storedOf(live)).toEqual([]);
  });

  it('of test data leaves the live files', async () => {
    const { live, test, workspace } = await filled();
    await complete({ type: 'test_data', workspace });
    expect([await filesOf(test), await storedOf(test)]).toEqual([[], []]);
    expect(await filesOf(live)).toHaveLength(4);
    expect(await storedOf(live)).toHaveLength(4);
  });
});
