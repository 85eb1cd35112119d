import { afterAll, describe, expect, it } from '@jest/globals';
import { uuidOf, type EventOf, type fileDeleted, type StoredAttachment } from '@parley/contracts';
import { inTenant, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { openStore } from '../store.fixture.ts';
import { RECORDED } from './delivery/departure.rules.ts';
import { MessageRow, UNCHANGED } from './message.entity.ts';
import { MessageSubscribers } from './messages.subscribers.ts';
import { findExisting } from './messages.queries.ts';

const AT = '2026-11-21T06:30:00.000Z';
const store = await openStore();
afterAll(() => store.close());

function attachmentOf(name: string): StoredAttachment {
  return {
    id: newId('attachment'),
    file_id: newId('file'),
    name,
    size: 3,
    mime_type: 'text/plain',
    deleted_at: null,
  };
}

/** A message with two files. */
async function written(
  ctx: TenantContext,
  attachments: readonly [StoredAttachment, StoredAttachment] = [attachmentOf('a.txt'), attachmentOf('b.txt')],
) {
  const id = newUuid();
  await store.db.transaction(ctx, (tx) =>
    tx.insert(MessageRow, {
      id,
      conversation_id: newUuid(),
      body: 'Hello',
      type: 'reply',
      author_type: 'user',
      author_id: newUuid(),
      external_id: null,
      attachments: [...attachments],
      ...RECORDED,
      merged_from: null,
      ...UNCHANGED,
      mentions: [],
    }),
  );
  return { id, attachments };
}

async function read(id: string): Promise<Pick<MessageRow, 'attachments' | 'version' | 'redacted_at'>> {
  const rows = await store.database.query<MessageRow>(
    'select attachments, version, redacted_at from conversation.message where id = $1',
    [id],
  );
  return rows[0] as MessageRow;
}

/** Receives `file.deleted`. */
function receive(ctx: TenantContext, { file_id: id }: StoredAttachment, deletedAt = AT): Promise<void> {
  const event = { data: { id, deleted_at: deletedAt }, time: AT } as EventOf<typeof fileDeleted>;
  return store.db.transaction(ctx, (tx) =>
    store.app.get(MessageSubscribers).markAttachmentWhenFileIsDeleted(event, tx),
  );
}

describe('a message', () => {
  it('shows which of its files was deleted, in a new version', async () => {
    const ctx = newTenant();
    const { id, attachments } = await written(ctx);
    const [first, second] = attachments;
    await receive(ctx, second);
    expect(await read(id)).toMatchObject({
      attachments: [first, { ...second, deleted_at: AT }],
      version: 2,
    });
  });

  it('does not change again when the event is received again', async () => {
    const ctx = newTenant();
    const { id, attachments } = await written(ctx);
    await receive(ctx, attachments[0]);
    await receive(ctx, attachments[0], '2026-11-22T00:00:00.000Z');
    const { attachments: kept, version } = await read(id);
    expect([kept[0]?.deleted_at, version]).toEqual([AT, 2]);
  });

  it('that was redacted stays without files, whichever event is first', async () => {
    const ctx = newTenant();
    const { id, attachments } = await written(ctx);
    // A release without attachments redacts so.
    await store.database.query(
      `update conversation.message set body = '', redacted_at = now() where id = $1`,
      [id],
    );
    await receive(ctx, attachments[0]);
    const redacted = await read(id);
    expect(redacted.attachments).toEqual([]);
    await receive(ctx, attachments[1]);
    expect(await read(id)).toEqual(redacted);
  });

  it('of another tenant does not change', async () => {
    const ctx = newTenant();
    const { id, attachments } = await written(ctx);
    await receive(newTenant(), attachments[0]);
    await receive(inTenant(ctx, ctx.tenant.workspaceId, 'test'), attachments[0]);
    expect((await read(id)).version).toBe(1);
  });

  it('shows it as deleted, with all others that have it; a file of no message is no failure', async () => {
    const ctx = newTenant();
    const [first, second] = [await written(ctx), await written(ctx)];
    const other = await written(ctx, [
      { ...first.attachments[0], id: newId('attachment') },
      attachmentOf('c'),
    ]);
    await receive(ctx, first.attachments[0]);
    await receive(ctx, attachmentOf('unattached'));
    const versions = await Promise.all(
      [first, second, other].map(async ({ id }) => (await read(id)).version),
    );
    expect(versions).toEqual([2, 1, 2]);
  });
});

describe('the messages that exist', () => {
  const existing = async (ctx: TenantContext, ids: readonly string[]) =>
    (await store.db.read(ctx).query(findExisting, [ids])).map(({ id }) => id);

  it('are neither redacted nor of a deleted conversation, nor of another tenant', async () => {
    const ctx = newTenant();
    const [kept, redacted, deleted] = [await written(ctx), await written(ctx), await written(ctx)];
    const ids = [kept.id, redacted.id, deleted.id, newUuid()];
    for (const { id } of [kept, redacted])
      await store.database.query(
        `insert into conversation.conversation (workspace_id, mode, id, version, status, priority, channel, contact_id,
             created_at, updated_at)
           select $1, 'live', conversation_id, 1, 'open', 'normal', 'api', id, now(), now()
             from conversation.message where id = $2`,
        [uuidOf('workspace', ctx.tenant.workspaceId), id],
      );
    await store.database.query('update conversation.message set redacted_at = now() where id = $1', [
      redacted.id,
    ]);
    expect(await existing(ctx, ids)).toEqual([kept.id]);
    expect(await existing(inTenant(ctx, ctx.tenant.workspaceId, 'test'), ids)).toEqual([]);
    expect(await existing(newTenant(), ids)).toEqual([]);
  });
});
