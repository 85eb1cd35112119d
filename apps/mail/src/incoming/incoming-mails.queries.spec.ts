import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';
import type { IncomingMailRow } from './incoming-mail.entity.ts';
import { releaseAbandoned } from './imap/import.queries.ts';
import {
  claimMailboxes,
  countRecent,
  findMail,
  nextMails,
  retryWaitingForRoom,
} from './incoming-mails.queries.ts';

const store = await TestStore.open(mailDatabase);
afterAll(() => store.close());

const WINDOW_MS = 600_000;
const SENDER = 'dana@example.com';

interface Mails {
  count?: number;
  status?: string;
  reason?: string | null;
  /** Seconds from now. */
  due?: number;
  mailbox?: string;
  verified?: boolean;
}

/** Adds mails of one sender; answers the id of the last one. */
async function addMails(ctx: TenantContext, mails: Mails = {}): Promise<string> {
  const { count = 1, status = 'delivered', reason = null, due = 0, verified = false } = mails;
  const { mailbox = randomUUID() } = mails;
  const id = newUuid();
  await store.database.query(
    `insert into mail.incoming_mail (workspace_id, mode, id, version, mailbox_id, status, reason, due_at, sender_key, body_hash,
       authentication, envelope, source_file_id, size, message_id, new_conversation_id, created_at, updated_at)
     select $1, $2, case n when $3 then $4::uuid else gen_random_uuid() end, 1, $10, $5,
         case when $6::text is null then null else jsonb_build_object('code', $6::text, 'message', 'x') end,
         now() + make_interval(secs => $7), $8, 'x', jsonb_build_object('verified', $9::boolean), '{}', gen_random_uuid(), 1,
         gen_random_uuid(), gen_random_uuid(), now(), now()
       from generate_series(1, $3::integer) n`,
    [
      uuidOf('workspace', ctx.tenant.workspaceId),
      ctx.tenant.mode,
      count,
      id,
      status,
      reason,
      due,
      SENDER,
      verified,
      mailbox,
    ],
  );
  return id;
}

describe('the mails of a sender in the last 10 minutes', () => {
  const counted = (ctx: TenantContext, id: string, verified: boolean) =>
    store.db.read(ctx).one(countRecent, [SENDER, WINDOW_MS, Buffer.from('x'), id, verified]);

  it('are counted as far as a flood is told by them, however many there are', async () => {
    const ctx = newTenant();
    const id = await addMails(ctx, { count: 3_000 });
    expect(await counted(ctx, id, false)).toEqual({ mails: 1_000, equal: 1_000 });
  });

  it('are counted without forged ones if they are proven', async () => {
    const ctx = newTenant();
    await addMails(ctx, { count: 500 });
    const id = await addMails(ctx, { count: 3, verified: true });
    expect(await counted(ctx, id, true)).toEqual({ mails: 3, equal: 3 });
  });
});

describe('a mail for which the workspace had no room', () => {
  const statusOf = async (ctx: TenantContext, id: string): Promise<Partial<IncomingMailRow> | undefined> => {
    const row = await store.db.read(ctx).one(findMail, [id]);
    return row && { status: row.status, reason: row.reason };
  };

  it('is read again once its wait is over', async () => {
    const ctx = newTenant();
    const waiting = { status: 'failed', reason: 'storage_full' };
    const due = await addMails(ctx, { ...waiting, due: -1 });
    const later = await addMails(ctx, { ...waiting, due: 600 });
    const broken = await addMails(ctx, { status: 'failed', reason: 'internal_error', due: -1 });
    await store.db.system(retryWaitingForRoom);
    expect(await statusOf(ctx, due)).toMatchObject({ status: 'stored' });
    expect(await statusOf(ctx, later)).toMatchObject({ status: 'failed', reason: { code: 'storage_full' } });
    expect(await statusOf(ctx, broken)).toMatchObject({ status: 'failed' });
  });

  describe('and is read again', () => {
    const reader = randomUUID();
    /** A mailbox with a mail that is read again, and what came before and after it, in this order. */
    async function waiting() {
      const [ctx, mailbox] = [newTenant(), randomUUID()];
      const before = await addMails(ctx, { mailbox, status: 'stored', due: -1 });
      const again = await addMails(ctx, { mailbox, status: 'failed', reason: 'storage_full', due: -1 });
      const after = await addMails(ctx, { mailbox, status: 'stored', due: -1 });
      await store.db.system(retryWaitingForRoom);
      return { ctx, mailbox, before, again, after };
    }
    async function next({ ctx, mailbox }: Awaited<ReturnType<typeof waiting>>): Promise<string[]> {
      const claimed = await store.db.system(claimMailboxes, [reader, 1_000, 60_000]);
      expect(claimed.map(({ mailbox_id: id }) => id)).toContain(mailbox);
      return (await store.db.read(ctx).query(nextMails, [mailbox, reader])).map(({ id }) => id);
    }
    const putOff = (...ids: string[]) =>
      store.database.query(
        `update mail.incoming_mail set due_at = now() + interval '1 hour' where id = any($1)`,
        [ids],
      );

    it('comes after those that came later', async () => {
      const mails = await waiting();
      expect(await next(mails)).toEqual([mails.before, mails.after, mails.again]);
    });

    it('holds up none of them while it has to be tried again', async () => {
      const mails = await waiting();
      await putOff(mails.again);
      expect(await next(mails)).toEqual([mails.before, mails.after]);
      await store.database.query('delete from mail.incoming_mail where id = $1', [mails.before]);
      await store.database.query('delete from mail.mailbox_activity where mailbox_id = $1', [mails.mailbox]);
      expect(await next(mails)).toEqual([mails.after]);
    });

    it('waits with them for the first one that has to be tried again', async () => {
      const mails = await waiting();
      await putOff(mails.after);
      expect(await next(mails)).toEqual([mails.before]);
    });
  });
});

describe('a mail that an import has stored', () => {
  it('is left to the reader of all others once no import reads it any more', async () => {
    const ctx = newTenant();
    const [left, read] = [
      await addMails(ctx, { status: 'importing' }),
      await addMails(ctx, { status: 'importing' }),
    ];
    await store.database.query(
      `insert into mail.mailbox_import (workspace_id, mode, mailbox_id, since)
       select workspace_id, mode, mailbox_id, now() from mail.incoming_mail where id = $1`,
      [read],
    );
    await store.db.system(releaseAbandoned);
    const statusOf = async (id: string) => (await store.db.read(ctx).one(findMail, [id]))?.status;
    expect([await statusOf(left), await statusOf(read)]).toEqual(['stored', 'importing']);
  });
});
