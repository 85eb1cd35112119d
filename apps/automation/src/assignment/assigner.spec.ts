import { afterAll, expect, it } from '@jest/globals';
import { encodeId, uuidOf, type Ticket } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import { createLogger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { automationDatabase } from '../automation.database.ts';
import { Assigner } from './assigner.ts';
import * as queries from './assignment.queries.ts';
import { AssignmentSubscribers } from './assignment.subscribers.ts';

const store = await TestStore.open(automationDatabase);
afterAll(() => store.close());

it('waits while events arrive late, and then assigns what came first', async () => {
  const ctx = newTenant();
  const [team, user] = [newUuid(), newUuid()];
  const assigned: string[] = [];
  const rpc = {
    call: (_call: unknown, _ctx: unknown, { id }: { id: string }) => {
      assigned.push(id);
      return Promise.resolve({ outcome: 'assigned' });
    },
  } as unknown as Rpc;
  await store.db.transaction(ctx, async (tx) => {
    await tx.query(queries.upsertTeam, [team, 'round_robin', 1, '1']);
    await tx.query(queries.upsertUser, [user, 'Ann', true, 'online', null, null, '1']);
    await tx.query(queries.upsertMember, [team, user, true, '1']);
  });
  const subscribers = new AssignmentSubscribers(rpc);
  const tickets = [1, 2].map(() => encodeId('ticket', newUuid()));
  const arrive = (nth: number, secondsAgo: number) => {
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const data = {
      ...{ id: tickets[nth], team: { id: encodeId('team', team), name: 'Support' }, assignee: null },
      ...{ status: 'open', snoozed_until: null, created_at: `2026-01-01T00:00:0${nth}.000Z` },
    } as Partial<Ticket>;
    const event = { id: encodeId('event', newUuid()), data, sequence: '2', recordedAt: at, previous: null };
    return store.db.transaction(ctx, (tx) => subscribers.projectTicketWhenChanged(event as never, tx));
  };
  const workspace = uuidOf('workspace', ctx.tenant.workspaceId);
  const assigner = new Assigner(store.db, rpc, createLogger('automation', 'silent'));
  const serve = () => assigner.serve({ workspace_id: workspace, mode: ctx.tenant.mode });
  const passing = (time: string) =>
    store.database.query(
      `update automation.assignment_lock set behind_since = behind_since - $1::interval, behind_until = behind_until - $1::interval`,
      [time],
    );

  await arrive(1, 3_600);
  // As if the machine were as slow as this: the tests wait for nothing.
  await passing('-1 hour');
  await serve();
  expect(assigned).toEqual([]);
  await arrive(0, 3_600);
  await passing('2 hours');
  await serve();
  expect(assigned).toEqual([tickets[0]]);
});

it('waits for late events for a minute at most', async () => {
  const ctx = newTenant();
  const mark = () => store.db.transaction(ctx, (tx) => tx.query(queries.markBehind));
  const since = (time: string) =>
    store.database.query(
      `update automation.assignment_lock set behind_since = now() - $2::interval, behind_until = now() where workspace_id = $1`,
      [uuidOf('workspace', ctx.tenant.workspaceId), time],
    );
  const isServed = () =>
    store.db.transaction(ctx, async (tx) => (await tx.one(queries.lockTenant)) !== undefined);
  await mark();
  await since('61 seconds');
  await mark();
  expect(await isServed()).toBe(true);
});
