import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeId, uuidOf, type View } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import { createLogger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import type { TenantContext } from '@parley/runtime/context';
import { newTenant, TestStore } from '@parley/testing';
import { automationDatabase } from '../automation.database.ts';
import { ViewCounts } from './view-counts.ts';
import { ViewRow } from './view.entity.ts';

const store = await TestStore.open(automationDatabase);
afterAll(() => store.close());

/** The owner of records: what it was asked, and what it answers. */
let asked: { filters: unknown[]; workspace: string }[] = [];
let answers = 0;
let whileCounting: () => Promise<void> | void = () => undefined;
const owner = {
  call: async (_call: unknown, ctx: TenantContext, { filters }: { filters: unknown[] }) => {
    asked.push({ filters, workspace: ctx.tenant.workspaceId });
    const count = answers;
    await whileCounting();
    return { counts: filters.map(() => ({ count, is_bound: false })) };
  },
} as unknown as Rpc;

/** Two processes. */
const [one, other] = [0, 1].map(
  () => new ViewCounts(store.db, owner, createLogger('automation', 'silent')),
) as [ViewCounts, ViewCounts];
const user = newUuid();

async function createView(
  ctx: TenantContext,
  filter: View['filter'] = {},
  resource: View['resource'] = 'ticket',
) {
  return store.db.transaction(ctx, (tx) =>
    tx.insert(ViewRow, {
      ...{ id: newUuid(), name: 'Open', resource, filter, sort: 'created_at', direction: 'desc' },
      ...{ visibility: 'workspace', team_id: null, owner_id: user },
    }),
  );
}

const countOf = async (ctx: TenantContext, view: ViewRow, by = user) =>
  (await one.of(ctx, [view], by)).get(view.id)?.count;

const change = ({ tenant }: TenantContext, type = 'ticket.updated') =>
  one.markCountsWhenRecordChanges({ type, workspaceId: tenant.workspaceId, mode: tenant.mode });

/** As if the pause after a count had passed. */
const afterPause = () => store.database.query(`update automation.view_count set not_before = now()`);

beforeEach(async () => {
  await store.database.query('delete from automation.view_count');
  asked = [];
  answers = 3;
  whileCounting = () => undefined;
});

describe('the count of a view', () => {
  it('is kept until a record of its tenant and resource changes', async () => {
    const [ctx, elsewhere] = [newTenant(), newTenant()];
    const view = await createView(ctx);
    expect([await countOf(ctx, view), await countOf(ctx, view, newUuid())]).toEqual([3, 3]);
    await afterPause();
    change(elsewhere);
    change({ ...ctx, tenant: { ...ctx.tenant, mode: 'test' } });
    change(ctx, 'conversation.updated');
    await one.refresh();
    expect(asked).toHaveLength(1);
    answers = 4;
    change(ctx);
    await one.refresh();
    await other.refresh();
    expect([asked.length, await countOf(ctx, view)]).toEqual([2, 4]);
    expect(asked).toHaveLength(2);
  });

  it('is that of each user where the filter has `me`', async () => {
    const ctx = newTenant();
    const view = await createView(ctx, { any: [{ field: 'assignee', op: 'in', value: ['me'] }] });
    const second = newUuid();
    for (const by of [user, second, user]) await countOf(ctx, view, by);
    expect(asked.map(({ filters }) => filters)).toEqual(
      [user, second].map((id) => [{ filter: view.filter, me: encodeId('user', id) }]),
    );
  });

  it('is counted again if a record changes while it is counted', async () => {
    const ctx = newTenant();
    const view = await createView(ctx);
    whileCounting = async () => {
      whileCounting = () => undefined;
      answers = 4;
      change(ctx);
      await afterPause();
      // Marks it, and takes it: another count of it begins while this one goes on.
      await one.refresh();
    };
    expect(await countOf(ctx, view)).toBe(3);
    expect(await countOf(ctx, view)).toBe(4);
  });

  it('is not counted again before its pause is over', async () => {
    const ctx = newTenant();
    const view = await createView(ctx);
    await countOf(ctx, view);
    const pauses = `select not_before >= as_of + interval '1 second' as is_long from automation.view_count`;
    expect(await store.database.query(pauses)).toEqual([{ is_long: true }]);
    await store.database.query(`update automation.view_count set not_before = now() + interval '1 hour'`);
    change(ctx);
    await one.refresh();
    expect(asked).toHaveLength(1);
    await store.database.query(`update automation.view_count set due_at = now(), not_before = now()`);
    await other.refresh();
    expect(asked).toHaveLength(2);
  });

  it('is counted at once after the view was changed, and a late count of the earlier filter is not stored', async () => {
    const ctx = newTenant();
    const view = await createView(ctx);
    const changed = { ...view, version: view.version + 1 };
    let first: number | undefined;
    whileCounting = async () => {
      whileCounting = () => undefined;
      answers = 7;
      first = await countOf(ctx, changed);
    };
    expect([await countOf(ctx, view), first]).toEqual([3, 7]);
    expect([await countOf(ctx, changed), asked.length]).toEqual([7, 2]);
  });

  it('is counted for the request if it was not kept up to date', async () => {
    const ctx = newTenant();
    const view = await createView(ctx);
    await countOf(ctx, view);
    await store.database.query(`update automation.view_count set as_of = now() - interval '61 seconds'`);
    answers = 5;
    expect(await countOf(ctx, view)).toBe(5);
  });

  it('is dropped when nobody has asked for it for five minutes', async () => {
    const ctx = newTenant();
    await countOf(ctx, await createView(ctx));
    const late = await createView(ctx);
    await countOf(ctx, late);
    await store.database.query(
      `update automation.view_count set wanted_at = now() - interval '5 minutes', due_at = now() where view_id <> $1`,
      [late.id],
    );
    await one.refresh();
    expect(asked).toHaveLength(2);
    await one.drop();
    expect(await store.database.query('select view_id from automation.view_count')).toEqual([
      { view_id: late.id },
    ]);
  });

  it('of one tenant that cannot be counted holds up no other', async () => {
    const [broken, ctx] = [newTenant(), newTenant()];
    const views = [await createView(broken), await createView(ctx)] as const;
    await countOf(broken, views[0]);
    await countOf(ctx, views[1]);
    await store.database.query(
      `update automation.view_count set due_at = now() - interval '1 second' * (workspace_id = $1)::int`,
      [uuidOf('workspace', broken.tenant.workspaceId)],
    );
    answers = 9;
    whileCounting = () => {
      if (asked.at(-1)?.workspace === broken.tenant.workspaceId) throw new Error('not this one');
    };
    await one.refresh();
    expect([await countOf(broken, views[0]), await countOf(ctx, views[1])]).toEqual([3, 9]);
  });
});
