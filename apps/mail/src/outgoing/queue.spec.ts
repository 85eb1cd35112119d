import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newUuid } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { claimMails, queueStatistics, renewDispatcher } from './outgoing-mails.queries.ts';
import { openQueue, workspaceOf } from './queue.fixture.ts';

const { store, mailbox, mail, clear } = await openQueue();
afterAll(() => store.close());
beforeEach(clear);

const PROCESS = newUuid();

async function claim({ slots = 50, reserved = 0 } = {}): Promise<string[]> {
  await store.db.system(renewDispatcher, [PROCESS, 10_000]);
  const claimed = await store.db.system(claimMails, [PROCESS, slots, reserved, 60_000]);
  return claimed.map(({ id }) => id);
}

describe('a claim', () => {
  it('takes what is due, and nothing twice', async () => {
    const box = await mailbox();
    const ids = [await mail(box), await mail(box)];
    await mail(box, { due: 60 });
    await mail(box, { status: 'sent', due: null });
    expect((await claim()).sort()).toEqual(ids.sort());
    expect(await claim()).toEqual([]);
  });

  it('takes again a mail with an unknown outcome that is due', async () => {
    const box = await mailbox();
    const id = await mail(box, { status: 'unknown' });
    await mail(box, { status: 'unknown', due: null });
    expect(await claim()).toEqual([id]);
    const rows = await store.database.query<{ is_repeated: boolean }>(
      `select is_repeated from mail.outgoing_mail where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ is_repeated: true }]);
  });

  it('takes nothing of a mailbox that is disabled or was deleted', async () => {
    await mail(await mailbox({ status: 'disabled' }));
    await mail({ ctx: newTenant(), id: newUuid() });
    expect(await claim()).toEqual([]);
  });

  it('takes no more of a mailbox than its connections', async () => {
    const box = await mailbox({ concurrency: 2 });
    for (let index = 0; index < 5; index += 1) await mail(box);
    expect(await claim()).toHaveLength(2);
    expect(await claim()).toHaveLength(0);
  });

  it('takes a mail of each mailbox that may send, whatever number it has of a minute', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const per_minute of numbers) await mail(await mailbox({ per_minute }));
    expect(await claim({ slots: 100 })).toHaveLength(numbers.length);
  });

  it('takes no more of a mailbox than its mails of a second, and than those of a day', async () => {
    const slow = await mailbox({ per_minute: 60 });
    const daily = await mailbox({ per_day: 3 });
    for (const box of [slow, daily]) for (let index = 0; index < 5; index += 1) await mail(box);
    const taken = await store.db.system(claimMails, [PROCESS, 50, 0, 60_000]);
    expect(taken).toHaveLength(4);
    await store.database.query(
      `update mail.outgoing_mail set status = 'sent', due_at = null where status = 'sending'`,
    );
    await store.database.query(
      `update mail.mailbox_activity set limited_until = now() - interval '1 minute'`,
    );
    // One more second of the slow one; the other has had its day.
    expect(await claim()).toHaveLength(1);
    await store.database.query(`update mail.mailbox_activity set day_began_at = now() - interval '25 hours'`);
    expect((await claim()).length).toBeGreaterThanOrEqual(2);
  });

  it('leaves no backlog in a mailbox that has had its day, is paused or is disabled', async () => {
    const backlog = async () => (await store.db.system(queueStatistics))[0]?.waiting;
    const daily = await mailbox({ per_day: 1 });
    for (const box of [daily, daily, await mailbox({ status: 'disabled' })]) await mail(box);
    expect(await backlog()).toBe(2);
    expect(await claim()).toHaveLength(1);
    await store.database.query(
      `update mail.mailbox_activity set limited_until = now() - interval '1 minute'`,
    );
    expect(await backlog()).toBe(0);
    await store.database.query(`update mail.mailbox_activity set day_began_at = now() - interval '25 hours'`);
    expect(await backlog()).toBe(1);
    await store.database.query(`update mail.mailbox_activity set paused_until = now() + interval '1 minute'`);
    expect(await backlog()).toBe(0);
  });

  it('leaves a backlog in a mailbox that is disconnected because it cannot receive', async () => {
    const [receiving, sending] = [
      await mailbox({ status: 'disconnected' }),
      await mailbox({ status: 'disconnected' }),
    ];
    for (const [{ id }, affects] of [
      [receiving, 'receiving'],
      [sending, 'sending'],
    ] as const)
      await store.database.query('update mail.mailbox set status_reason = $2 where id = $1', [
        id,
        { affects },
      ]);
    for (const box of [receiving, sending]) await mail(box);
    expect((await store.db.system(queueStatistics))[0]?.waiting).toBe(1);
  });

  it('takes a single mail of a mailbox whose pause has ended, and none before', async () => {
    const box = await mailbox();
    for (let index = 0; index < 3; index += 1) await mail(box);
    await store.database.query(
      `insert into mail.mailbox_activity (workspace_id, mode, mailbox_id, failures, paused_until)
       values ($1, 'live', $2, 1, now() + interval '1 minute')`,
      [workspaceOf(box.ctx), box.id],
    );
    expect(await claim()).toEqual([]);
    await store.database.query('update mail.mailbox_activity set paused_until = now()');
    expect(await claim()).toHaveLength(1);
    expect(await claim()).toEqual([]);
  });
});

describe('the mails of a conversation', () => {
  it('are sent one at a time, in the order of their numbers', async () => {
    const box = await mailbox();
    const conversation = newUuid();
    const second = await mail(box, { conversation, number: 2, due: -5 });
    const first = await mail(box, { conversation, number: 1 });
    expect(await claim()).toEqual([first]);
    expect(await claim()).toEqual([]);
    await store.database.query(`update mail.outgoing_mail set status = 'sent', due_at = null where id = $1`, [
      first,
    ]);
    await store.database.query('update mail.outgoing_mail set due_at = now() where id = $1', [second]);
    expect(await claim()).toEqual([second]);
  });

  it('are sent one at a time, however many of them wait', async () => {
    const box = await mailbox();
    const conversation = newUuid();
    const first = await mail(box, { conversation, number: 1, due: -100 });
    for (let number = 2; number <= 60; number += 1) await mail(box, { conversation, number });
    const other = await mail(box);
    expect((await claim()).sort()).toEqual([first, other].sort());
    expect(await claim()).toEqual([]);
  });

  it.each([
    ['of one conversation', 1, 'case when place < 3001 then $$sent$$ else $$queued$$ end'],
    ['of many conversations', 200, '$$queued$$'],
  ])('cost a claim little, however many of them wait: %s', async (_, conversations, status) => {
    const box = await mailbox();
    const others = await mail(await mailbox(), { due: -1 });
    // In the session of a process, whose plans are made while nothing waits.
    await store.database.query(`do $do$ begin
      perform set_config('search_path', 'mail', true);
      perform claim_mails('${PROCESS}', 0, 0, 60000);
      insert into outgoing_mail (workspace_id, mode, id, version, mailbox_id, conversation_id, message_id, number, status,
         due_at, expires_at, recipients, created_at, updated_at)
      select m.workspace_id, m.mode, gen_random_uuid(), 1, m.id,
             ('00000000-0000-4000-8000-' || lpad((place % ${conversations})::text, 12, '0'))::uuid, gen_random_uuid(),
             1 + place / ${conversations}, ${status},
             case when ${conversations} > 1 then now() when place = 3001 then now() + interval '1 minute'
                  when place > 3001 then now() end,
             now() + interval '3 days', '[]', now(), now()
        from mailbox m, generate_series(0, 6000) place where m.id = '${box.id}';
      create table before as select sum(idx_tup_fetch + seq_tup_read) as count from pg_stat_xact_user_tables;
      perform claim_mails('${PROCESS}', 50, 0, 60000);
      create table visits as select sum(idx_tup_fetch + seq_tup_read) - (select count from before) as count
        from pg_stat_xact_user_tables;
    end $do$`);
    const [visits] = await store.database.query<{ count: string }>('select count from mail.visits');
    await store.database.query('drop table mail.before, mail.visits');
    expect(Number(visits?.count)).toBeLessThan(8_000);
    const claimed = await store.database.query<{ id: string }>(
      `select id from mail.outgoing_mail where status = 'sending'`,
    );
    expect(claimed.map(({ id }) => id)).toContain(others);
    if (conversations > 1) expect(claimed.length).toBeGreaterThan(1);
  });

  it('wait for one that is deferred for a short time, and pass one that is deferred for long', async () => {
    const box = await mailbox();
    const [short, long] = [newUuid(), newUuid()];
    await mail(box, { conversation: short, number: 1, due: 60 });
    await mail(box, { conversation: short, number: 2 });
    await mail(box, { conversation: long, number: 1, due: 600 });
    const passes = await mail(box, { conversation: long, number: 2 });
    expect(await claim()).toEqual([passes]);
  });

  it('wait for one of another mailbox only while that can send', async () => {
    const conversation = newUuid();
    const ctx = newTenant();
    const [disabled, paused, working] = [
      await mailbox({ status: 'disabled' }, ctx),
      await mailbox({}, ctx),
      await mailbox({}, ctx),
    ];
    await store.database.query(
      `insert into mail.mailbox_activity (workspace_id, mode, mailbox_id, failures, paused_until)
       values ($1, 'live', $2, 1, now() + interval '1 minute')`,
      [workspaceOf(ctx), paused.id],
    );
    await mail(disabled, { conversation, number: 1 });
    await mail(paused, { conversation, number: 2 });
    const third = await mail(working, { conversation, number: 3, due: -2 });
    await mail(paused, { conversation: newUuid(), number: 1 });
    expect(await claim()).toEqual([third]);
    await store.database.query(`update mail.outgoing_mail set status = 'sent', due_at = null where id = $1`, [
      third,
    ]);
    await store.database.query('update mail.mailbox_activity set paused_until = now()');
    const fourth = await mail(working, { conversation, number: 4 });
    expect(await claim()).not.toContain(fourth);
  });

  it('wait for a moment for one before them that has not arrived', async () => {
    const box = await mailbox();
    const id = await mail(box, { number: 2, age: 0 });
    expect(await claim()).toEqual([]);
    await store.database.query(
      `update mail.outgoing_mail set created_at = now() - interval '61 seconds', due_at = now()`,
    );
    expect(await claim()).toEqual([id]);
  });
});

describe('the places of a claim', () => {
  it('are shared among workspaces, and within each among its mailboxes', async () => {
    const ctx = newTenant();
    const [busy, other, quiet] = [await mailbox({}, ctx), await mailbox({}, ctx), await mailbox()];
    for (let index = 0; index < 30; index += 1) await mail(busy, { due: -100 });
    const own = [await mail(other), await mail(quiet), await mail(quiet)];
    const claimed = await claim({ slots: 6 });
    expect(claimed).toHaveLength(6);
    expect(claimed).toEqual(expect.arrayContaining(own));
  });

  it('are kept in part for workspaces with little in flight', async () => {
    const busy = await mailbox();
    for (let index = 0; index < 30; index += 1) await mail(busy);
    // Four of a workspace have a place whatever is kept.
    expect(await claim({ slots: 10, reserved: 4 })).toHaveLength(6);
    expect(await claim({ slots: 4, reserved: 4 })).toHaveLength(0);
    const id = await mail(await mailbox());
    expect(await claim({ slots: 4, reserved: 4 })).toEqual([id]);
  });
});
