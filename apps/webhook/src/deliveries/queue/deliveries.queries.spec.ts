import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { inTenant, systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import type { Statement } from '@parley/persistence';
import { newTenant } from '@parley/testing';
import { WebhookRow } from '../../webhooks/webhook.entity.ts';
import { findWebhookForUpdate } from '../../webhooks/webhooks.queries.ts';
import { cancelDeliveries } from './cancellations.ts';
import { claimValues, DeliveryStore, type DeliveryRow } from '../deliveries.fixture.ts';
import { eventOf, resultRow } from '../samples.fixture.ts';
import { claimDeliveries, STATUS, storeResults, type ClaimedDelivery } from './deliveries.queries.ts';
import { updateHealth } from '../endpoint-health/endpoint-health.queries.ts';

const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

const countBy = (claimed: readonly ClaimedDelivery[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { webhook_id: id } of claimed) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
};
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('an event', () => {
  it('creates a delivery for each matching subscription of its tenant', async () => {
    const ctx = newTenant();
    const otherMode = inTenant(systemContext(), ctx.tenant.workspaceId, 'test');
    const asking = [
      await store.webhook(ctx, { events: ['*'] }),
      await store.webhook(ctx, { events: ['ticket.*'] }),
      await store.webhook(ctx, { events: ['contact.created', 'ticket.created'] }),
    ];
    const others = [
      await store.webhook(ctx, { events: ['contact.*', 'ticket.updated'] }),
      await store.webhook(ctx, { status: 'disabled' }),
      await store.webhook(otherMode),
      await store.webhook(newTenant()),
    ];
    expect(await store.ingest(ctx)).toBe(3);
    for (const id of asking) expect(await store.deliveriesOf(id)).toHaveLength(1);
    for (const id of others) expect(await store.deliveriesOf(id)).toEqual([]);
  });

  it('is not delivered to the excluded subscription', async () => {
    const ctx = newTenant();
    const [one, two] = [await store.webhook(ctx), await store.webhook(ctx)];
    const disabled = { type: 'webhook.disabled', data: { id: encodeId('webhook', one) } };
    expect(await store.ingest(ctx, disabled)).toBe(1);
    expect(await store.deliveriesOf(two)).toHaveLength(1);
  });

  it('is not delivered to subscriptions that were created or enabled after it was committed', async () => {
    const ctx = newTenant();
    const [old, enabled] = [await store.webhook(ctx), await store.webhook(ctx)];
    const recordedAt = new Date(Date.now() + 60_000).toISOString();
    await store.set(old, `enabled_at = now() - interval '1 day'`);
    await store.set(enabled, `created_at = now() - interval '1 day', enabled_at = $2::timestamptz`, [
      recordedAt,
    ]);
    const made = await store.webhook(ctx);
    await store.set(made, 'enabled_at = $2::timestamptz', [recordedAt]);
    expect(await store.ingest(ctx, { recordedAt })).toBe(1);
    expect(await store.deliveriesOf(old)).toHaveLength(1);
    const later = new Date(Date.parse(recordedAt) + 1).toISOString();
    expect(await store.ingest(ctx, { recordedAt: later })).toBe(3);
  });

  it('that is received twice creates one delivery', async () => {
    const ctx = newTenant();
    const webhook = await store.webhook(ctx);
    const id = newId('event');
    expect(await store.ingest(ctx, { id })).toBe(1);
    expect(await store.ingest(ctx, { id })).toBe(0);
    expect(await store.deliveriesOf(webhook)).toHaveLength(1);
  });

  it('that matches no subscription is stored and logged all the same, once', async () => {
    const ctx = newTenant();
    const event = eventOf(ctx);
    for (const inMs of [0, 0]) expect(await store.ingest(ctx, { ...event, inMs })).toBe(0);
    const logged = await store.database.query(
      `select l.type, l.subject, convert_from(e.body, 'UTF8')::json ->> 'id' as id
         from webhook.event_log l join webhook.event e on e.day = l.day and e.id = l.id`,
    );
    expect(logged).toEqual([{ type: 'ticket.created', subject: 'x', id: event.id }]);
  });

  it('is first sent after the first step of the schedule', async () => {
    const ctx = newTenant();
    const webhook = await store.webhook(ctx);
    await store.ingest(ctx, { inMs: 60_000 });
    expect(await store.claim()).toEqual([]);
    await store.age(webhook, 60_000);
    expect(await store.claim()).toHaveLength(1);
  });
});

describe('a claim', () => {
  it('returns the longest overdue deliveries first', async () => {
    const { webhook } = await store.backlog(6);
    const rows = await store.deliveriesOf(webhook);
    const oldest = rows[4] as { id: string };
    await store.database.query(
      `update webhook.delivery set due_at = now() - interval '1 day' where id = $1`,
      [oldest.id],
    );
    const claimed = await store.claim({ perEndpoint: 3 });
    expect(idsOf(claimed)).toEqual([oldest.id, rows[0]?.id, rows[1]?.id]);
  });

  it('serves an endpoint with one delivery immediately, however long the backlog of another is', async () => {
    const busy = await store.backlog(40);
    const quiet: string[] = [];
    for (let index = 0; index < 6; index += 1) quiet.push((await store.backlog(1)).webhook);
    const counts = countBy(await store.claim({ perEndpoint: 20, slots: 8 }));
    for (const id of quiet) expect(counts[id]).toBe(1);
    expect(counts[busy.webhook]).toBe(2);
  });

  it('lets several backlogs take turns', async () => {
    const busy = [await store.backlog(20), await store.backlog(20), await store.backlog(20)];
    const counts = countBy(await store.claim({ perEndpoint: 20, slots: 12 }));
    expect(busy.map(({ webhook }) => counts[webhook])).toEqual([4, 4, 4]);
  });

  it.each([
    ['fast', 'is_slow = false', 5],
    ['slow', 'is_slow = true', 2],
  ])(
    'gives a workspace with one endpoint its turn before one with fifty, among %s endpoints',
    async (_, assignment, limit) => {
      const busy = newTenant();
      const endpoint = async (ctx = busy) => {
        const webhook = await store.webhook(ctx);
        await store.set(webhook, assignment);
        return webhook;
      };
      for (let index = 0; index < 50; index += 1) await endpoint();
      for (let index = 0; index < limit; index += 1) await store.ingest(busy);
      // All places but the reserved ones, and those not all at once either.
      expect(await store.claim({ slots: 24, reserved: 4 })).toHaveLength(20);
      expect(await store.claim({ slots: 4, reserved: 4 })).toEqual([]);
      const other = newTenant();
      const quiet = await endpoint(other);
      for (let index = 0; index < limit; index += 1) await store.ingest(other);
      expect(countBy(await store.claim({ slots: 4, reserved: 4 }))).toEqual({ [quiet]: Math.min(limit, 4) });
      // Without a reserve too, the place that becomes free is for who has least in flight.
      for (let index = 0; index < 3; index += 1) await store.ingest(other);
      const inFlight = await store.deliveriesOf(quiet);
      for (const row of inFlight.filter(({ status }) => status === 1))
        await store.record(row, { status: 'delivered' });
      expect(countBy(await store.claim({ slots: 1 }))).toEqual({ [quiet]: 1 });
    },
  );

  it('respects the limit of deliveries in flight per endpoint, including earlier claims', async () => {
    const [first, second] = [await store.backlog(12), await store.backlog(2)];
    expect(countBy(await store.claim({ perEndpoint: 3 }))).toEqual({
      [first.webhook]: 3,
      [second.webhook]: 2,
    });
    expect(await store.claim({ perEndpoint: 3 })).toEqual([]);
    const inFlight = (await store.deliveriesOf(first.webhook)).filter(({ status }) => status === 1);
    await store.record(inFlight[0] as DeliveryRow, { status: 'delivered' });
    expect(countBy(await store.claim({ perEndpoint: 3 }))).toEqual({ [first.webhook]: 1 });
    // A limit that was raised applies from the next result on.
    await store.record(inFlight[1] as DeliveryRow, { status: 'delivered' });
    expect(countBy(await store.claim({ perEndpoint: 5 }))).toEqual({ [first.webhook]: 3 });
    // A limit that was lowered meanwhile is no reason to fail.
    expect(await store.claim({ perEndpoint: 2 })).toEqual([]);
  });

  it('claims a delivery again only after its lease has expired', async () => {
    const { webhook } = await store.backlog(1);
    const [claimed] = await store.claim({ leaseMs: 30_000 });
    await store.age(webhook, 29_000);
    expect(await store.claim()).toEqual([]);
    await store.age(webhook, 1_001);
    const [again] = await store.claim({ leaseMs: 30_000 });
    expect(again).toMatchObject({ id: claimed?.id, attempts_used: 0 });
    expect(again?.lease_token).not.toBe(claimed?.lease_token);
  });

  it('does not count expired leases towards any limit', async () => {
    const { webhook } = await store.backlog(4);
    await store.claim({ perEndpoint: 2, leaseMs: 30_000 });
    await store.age(webhook, 30_001);
    expect(await store.claim({ perEndpoint: 2 })).toHaveLength(2);
  });

  it.each([
    ['has succeeded', false, 2],
    ['is half-open', true, 1],
  ])(
    'reuses the slots of attempts past their deadline for an endpoint that %s, before their leases expire',
    async (_, isHalfOpen, free) => {
      const { webhook } = await store.backlog(6);
      await store.set(webhook, 'is_half_open = $2', [isHalfOpen]);
      const claim = () => store.claim({ perEndpoint: 2, leaseMs: 45_000, settlingMs: 25_000 });
      const first = await claim();
      expect(first).toHaveLength(free);
      await store.age(webhook, 10_000);
      expect(await claim()).toEqual([]);
      await store.age(webhook, 10_001);
      const second = await claim();
      expect(second).toHaveLength(free);
      expect(await claim()).toEqual([]);
      expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
      expect(await store.record(first[0] as ClaimedDelivery, { status: 'delivered' })).toHaveLength(1);
    },
  );

  it('never overlaps with concurrent claims, and respects the endpoint limit together with them', async () => {
    const busy = [await store.backlog(60), await store.backlog(60), await store.backlog(60)];
    const seen: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const claims = await Promise.all(
        Array.from({ length: 6 }, () => store.claim({ perEndpoint: 5, slots: 10 })),
      );
      const claimed = claims.flat();
      seen.push(...idsOf(claimed));
      for (const { webhook } of busy) {
        const inFlight = (await store.deliveriesOf(webhook)).filter(({ status }) => status === 1);
        expect(inFlight.length).toBeLessThanOrEqual(5);
      }
      await Promise.all(claimed.map((delivery) => store.record(delivery, { status: 'delivered' })));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(30);
  });

  it('skips disabled and deleted endpoints', async () => {
    const { ctx, webhook } = await store.backlog(1);
    await store.set(webhook, `status = 'disabled'`);
    const deleted = await store.backlog(1);
    await store.db.transaction(deleted.ctx, (tx) => tx.remove(WebhookRow, deleted.webhook));
    expect(await store.claim()).toEqual([]);
    await store.set(webhook, `status = 'enabled'`);
    expect(await store.claim()).toMatchObject([{ webhook_id: webhook, mode: ctx.tenant.mode }]);
  });

  it('skips a paused endpoint until its pause ends, and no other one', async () => {
    const [paused, other] = [await store.backlog(3), await store.backlog(1)];
    await store.set(paused.webhook, `paused_until = now() + interval '1 minute'`);
    expect(countBy(await store.claim())).toEqual({ [other.webhook]: 1 });
    await store.set(paused.webhook, 'paused_until = now()');
    expect(countBy(await store.claim())).toEqual({ [paused.webhook]: 3 });
  });

  it('claims one delivery at a time for a half-open endpoint', async () => {
    const { webhook } = await store.backlog(3);
    await store.set(webhook, 'is_half_open = true');
    const [first, ...others] = await store.claim();
    expect(others).toEqual([]);
    expect(await store.claim()).toEqual([]);
    await store.record(first as ClaimedDelivery, { status: 'delivered' });
    expect(await store.claim()).toHaveLength(1);
  });

  it.each([
    ['answers slowly', 'is_slow = true'],
    ['has failed three times in a row', 'failures = 3'],
  ])('claims an endpoint that %s for the slow slots, two at a time', async (_, assignment) => {
    const [slow, quick] = [await store.backlog(4), await store.backlog(4)];
    await store.set(slow.webhook, assignment);
    const claimed = await store.claim();
    expect(countBy(claimed)).toEqual({ [slow.webhook]: 2, [quick.webhook]: 4 });
    for (const { webhook_id: id, is_slow: isSlow } of claimed) expect(isSlow).toBe(id === slow.webhook);
  });

  it('treats an endpoint with a stalled attempt as slow', async () => {
    const { webhook } = await store.backlog(4);
    expect(await store.claim({ hanging: [webhook] })).toMatchObject([{ is_slow: true }, { is_slow: true }]);
  });

  it('has separate limits for slow and other endpoints, and exceeds neither', async () => {
    for (let index = 0; index < 6; index += 1)
      await store.set((await store.backlog(2)).webhook, 'is_slow = true');
    for (let index = 0; index < 3; index += 1) await store.backlog(2);
    const claimed = await store.claim({ slots: 5, slowSlots: 4 });
    expect(claimed.filter((delivery) => delivery.is_slow)).toHaveLength(4);
    expect(claimed.filter((delivery) => !delivery.is_slow)).toHaveLength(5);
    expect((await store.claim({ slots: 0, slowSlots: 3 })).every((delivery) => delivery.is_slow)).toBe(true);
  });

  it('passes only first retries and manual retries through an open circuit breaker', async () => {
    const { webhook } = await store.backlog(5);
    await store.set(webhook, `circuit_open_until = now() + interval '5 minutes'`);
    expect(await store.claim()).toEqual([]);
    const [first, second, third] = await store.deliveriesOf(webhook);
    const change = (id: string | undefined, assignment: string) =>
      store.database.query(`update webhook.delivery set ${assignment} where id = $1`, [id]);
    await change(first?.id, 'attempts_used = 1');
    await change(second?.id, 'attempts_used = 2');
    await change(third?.id, `trigger = 'manual'`);
    expect(idsOf(await store.claim())).toEqual([first?.id, third?.id]);
    await store.set(webhook, 'circuit_open_until = now()');
    expect(await store.claim()).toHaveLength(3);
  });

  it('respects the rate limit of an endpoint, with a burst of at most one second', async () => {
    const { webhook } = await store.backlog(8);
    await store.set(webhook, 'rate_limit = 3');
    const claim = claimValues({ perEndpoint: 20 });
    // In one transaction, where no time passes.
    const claimed = await store.db.rawTransaction(async (tx) => {
      const counts: number[] = [];
      for (const used of [`'-infinity'`, `now() + interval '300 ms'`, `now() - interval '1 hour'`]) {
        await tx.raw(used, `update webhook set rate_limited_until = ${used}`, []);
        for (let time = 0; time < 2; time += 1) {
          const rows = await tx.raw(claimDeliveries.name, claimDeliveries.text, claim);
          counts.push(rows.length);
        }
      }
      return counts;
    });
    expect(claimed).toEqual([3, 0, 2, 0, 3, 0]);
  });

  it('respects the rate limit of an endpoint together with concurrent claims', async () => {
    const { webhook } = await store.backlog(40);
    await store.set(webhook, 'rate_limit = 3');
    const claim = () => store.claim({ perEndpoint: 40 });
    const began = Date.now();
    const claims = await Promise.all([claim(), claim(), claim()]);
    const seconds = (Date.now() - began) / 1_000;
    expect(claims.flat().length).toBeGreaterThanOrEqual(3);
    expect(claims.flat().length).toBeLessThanOrEqual(3 * (seconds + 1));
  });
});

describe('a rate-limited subscription that is being changed', () => {
  const withRate = async () => {
    const made = await store.backlog(3);
    await store.set(made.webhook, 'rate_limit = 1000');
    return made;
  };

  it('does not block a claim, and is claimed afterwards', async () => {
    const [changing, limited, other] = [await withRate(), await withRate(), await store.backlog(2)];
    await store.db.transaction(changing.ctx, async (tx) => {
      await tx.one(findWebhookForUpdate, [changing.webhook]);
      expect(countBy(await store.claim())).toEqual({ [limited.webhook]: 3, [other.webhook]: 2 });
    });
    expect(countBy(await store.claim())).toEqual({ [changing.webhook]: 3 });
  });

  it('can be disabled, paused and claimed concurrently without a deadlock', async () => {
    const made = [await withRate(), await withRate(), await withRate(), await withRate()];
    const health = made.map(({ webhook }) => ({
      ...{ id: webhook, url: 'https://example.com/hook', succeeded_at: null, failures: 1, first_failures: 0 },
      ...{ pause_ms: null, is_slow: false },
    }));
    for (let round = 0; round < 10; round += 1) {
      await store.database
        .query(`update webhook.webhook set status = 'enabled', is_half_open = false, failures = 0,
        rate_limited_until = '-infinity', paused_until = '-infinity', circuit_open_until = '-infinity'`);
      for (const { ctx } of made) for (let event = 0; event < 3; event += 1) await store.ingest(ctx);
      const disable = ({ ctx, webhook }: (typeof made)[number]) =>
        store.db.transaction(ctx, async (tx) => {
          const row = (await tx.one(findWebhookForUpdate, [webhook])) as WebhookRow;
          await tx.update(WebhookRow, row, { status: 'disabled' });
          await tx.system(cancelDeliveries, [webhook, 1_000]);
        });
      await Promise.all([
        ...[1, 2, 3].map(() => store.claim()),
        ...made.map(disable),
        ...[1, 2, 3].map(() => store.db.system(updateHealth, [JSON.stringify(health)])),
      ]);
      expect(await store.database.query('select from webhook.delivery')).toEqual([]);
    }
  });
});

it('a slot of an endpoint is acquired and released without waiting for the disk', async () => {
  await store.backlog(1);
  const commits = await store.db.rawTransaction(async (tx) => {
    const run = async <Row>({ name, text }: Statement<Row>, values: unknown[]) => {
      await tx.raw('reset', 'set local synchronous_commit = on', []);
      const rows = await tx.raw<Row>(name, text, values);
      const setting = `select current_setting('synchronous_commit') as how`;
      const [commit] = await tx.raw<{ how: string }>('how', setting, []);
      return { rows, how: commit?.how };
    };
    const claim = await run(claimDeliveries, claimValues());
    const results = claim.rows.map((delivery) => resultRow(delivery, { status: 'delivered' }));
    const storing = await run(storeResults, [JSON.stringify(results)]);
    return [results.length, claim.how, storing.how];
  });
  expect(commits).toEqual([1, 'off', 'off']);
});

describe('the cost', () => {
  /** Rows of deliveries, endpoints and wake-ups that a statement reads. */
  const rowsRead = (
    { name, text }: Statement<unknown>,
    values: readonly unknown[],
    tables = ['delivery', 'webhook', 'endpoint_wakeup', 'workspace_wakeup'],
  ): Promise<number> =>
    store.db.rawTransaction(async (tx) => {
      const readSoFar = async (): Promise<number> => {
        const [read] = await tx.raw<{ rows: number }>(
          `rows_read_${tables.join('_')}`,
          `select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
            where schemaname = 'webhook' and relname = any($1)`,
          [tables],
        );
        return read?.rows ?? NaN;
      };
      // Of earlier transactions of the connection too, as long as they are not yet reported.
      const before = await readSoFar();
      await tx.raw(name, text, values);
      return (await readSoFar()) - before;
    });

  const rowsOfClaim = (slots = 100) => rowsRead(claimDeliveries, claimValues({ slots }));

  it.each([
    ['one endpoint', 1],
    ['fifty endpoints', 50],
  ])(
    'of a claim does not grow with the endpoints that wait, from 400 to 8,000, in workspaces of %s',
    async (_, perWorkspace) => {
      const rows: number[] = [];
      for (const count of [400, 7_600]) {
        await store.waitingEndpoints(count, perWorkspace);
        rows.push(await rowsOfClaim(8));
      }
      const [few = NaN, many = NaN] = rows;
      expect(few).toBeGreaterThan(8);
      expect(many).toBeLessThan(few + 100);
      expect(many).toBeLessThan(1_000);
      expect(await store.claim({ slots: 100, slowSlots: 0 })).toHaveLength(100);
    },
  );

  it('of a claim does not grow with the deliveries that are not due', async () => {
    const [busy, quiet] = [await store.backlog(3), await store.backlog(3)];
    await store.waiting(busy.webhook, 10);
    const few = await rowsOfClaim();
    await store.age(busy.webhook, 1_000);
    await store.database.query('delete from webhook.delivery where status = 1');
    for (const { ctx } of [busy, quiet]) for (let event = 0; event < 3; event += 1) await store.ingest(ctx);
    await store.waiting(busy.webhook, 5_000);
    const many = await rowsOfClaim();
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(few + 50);
  });

  it('of storing results does not grow with other deliveries in flight', async () => {
    const { webhook } = await store.backlog(0);
    await store.waiting(webhook, 1_000);
    await store.age(webhook, 3_600_000);
    const claimed = await store.claim({ perEndpoint: 500, slots: 500 });
    expect(claimed).toHaveLength(500);
    const rows = claimed.slice(0, 10).map((delivery) => resultRow(delivery, { status: 'delivered' }));
    // Each to be locked, and to be moved.
    expect(await rowsRead(storeResults, [JSON.stringify(rows)], ['delivery'])).toBe(20);
  });
});

describe('the result of an attempt', () => {
  const claimOne = async () => ({ ...(await store.backlog(1)), delivery: await store.claimOne() });
  const attemptsOf = (delivery: string) =>
    store.database.query('select status_code, error from webhook.attempt where delivery_id = $1', [delivery]);

  it('completes a successful delivery', async () => {
    const { webhook, delivery } = await claimOne();
    expect(await store.record(delivery, { status: 'delivered' })).toMatchObject([
      { id: delivery.id, webhook_id: webhook, failures: 0, is_half_open: false },
    ]);
    expect(await store.deliveriesOf(webhook)).toMatchObject([
      { status: 2, attempts_used: 1, lease_token: null },
    ]);
    expect(await attemptsOf(delivery.id)).toEqual([{ status_code: 204, error: null }]);
    await store.age(webhook, 3_600_000);
    expect(await store.claim()).toEqual([]);
  });

  it('reschedules a failed delivery for its next step', async () => {
    const { webhook, delivery } = await claimOne();
    await store.record(delivery, { status: 'pending', waitMs: 300_000, used: 1 });
    expect(await store.deliveriesOf(webhook)).toMatchObject([
      { status: 0, attempts_used: 1, lease_token: null },
    ]);
    // Only the clock of the server counts.
    const [due] = await store.database.query<{ wait: number }>(
      'select extract(epoch from due_at - now())::int as wait from webhook.delivery',
    );
    expect(due?.wait).toBeGreaterThan(290);
    expect(due?.wait).toBeLessThanOrEqual(300);
    expect(await store.claim()).toEqual([]);
    await store.age(webhook, 300_001);
    expect(await store.claim()).toMatchObject([{ id: delivery.id, attempts_used: 1 }]);
  });

  it('that asks for a pause starts it before its slot is reused', async () => {
    const { webhook } = await store.backlog(2);
    await store.set(webhook, 'is_half_open = true');
    const delivery = await store.claimOne();
    await store.record(delivery, { status: 'pending', used: 0, waitMs: 60_000, pauseMs: 60_000 });
    expect(await store.claim()).toEqual([]);
    const pauses = await store.database.query<{ wait: number }>(
      'select extract(epoch from paused_until - now())::int as wait from webhook.webhook',
    );
    expect(pauses[0]?.wait).toBeGreaterThan(50);
  });

  it('of a previous URL does not pause the new one', async () => {
    const { webhook } = await store.backlog(2);
    const delivery = await store.claimOne({ perEndpoint: 1 });
    const url = 'https://old.example.com/';
    await store.record(delivery, { status: 'pending', waitMs: 60_000, pauseMs: 60_000, url });
    expect(countBy(await store.claim())).toEqual({ [webhook]: 1 });
  });

  it('of an expired lease is logged but does not change the delivery', async () => {
    const { webhook, delivery } = await claimOne();
    await store.age(webhook, 60_001);
    const again = await store.claimOne();
    const before = await store.deliveriesOf(webhook);
    expect(await store.record(delivery, { status: 'delivered' })).toEqual([]);
    expect(await store.deliveriesOf(webhook)).toEqual(before);
    expect(await attemptsOf(delivery.id)).toHaveLength(1);
    await store.record(again, { status: 'delivered' });
    expect(await store.deliveriesOf(webhook)).toMatchObject([{ status: 2 }]);
    expect(await attemptsOf(delivery.id)).toHaveLength(2);
  });

  it('that is stored twice changes the delivery once', async () => {
    const { webhook, delivery } = await claimOne();
    await store.record(delivery, { status: 'delivered' });
    await store.record(delivery, { status: 'pending' });
    expect(await store.deliveriesOf(webhook)).toMatchObject([{ status: 2 }]);
  });

  it('of a delivery that was cancelled meanwhile does not reactivate it', async () => {
    const { ctx, webhook, delivery } = await claimOne();
    await store.disable(ctx, webhook);
    await store.record(delivery, { status: 'pending', used: 1 });
    expect(await store.deliveriesOf(webhook)).toMatchObject([{ status: 4 }]);
    expect(await store.claim()).toEqual([]);
  });

  it('is stored in one batch with others, independently of them', async () => {
    const { webhook } = await store.backlog(3);
    const [one, two, three] = (await store.claim()) as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];
    await store.recordTogether([
      [one, { status: 'delivered' }],
      [two, { status: 'failed' }],
      [three, { status: 'pending' }],
    ]);
    const rows = await store.deliveriesOf(webhook);
    expect(rows.map(({ status }) => status)).toEqual([STATUS.delivered, STATUS.failed, STATUS.pending]);
  });

  it('waits for a cancellation of its delivery without holding locks on others', async () => {
    const { webhook } = await store.backlog(3);
    const claimed = (await store.claim()).sort((a, b) => (a.id < b.id ? -1 : 1));
    const [first, second, third] = claimed as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];
    await store.set(webhook, `status = 'disabled'`);
    await store.database.session(async (holder) => {
      await holder.query('begin');
      await holder.query('select from webhook.delivery where id = $1 for update', [second.id]);
      // It has the first by then, and needs the third.
      const cancelling = store.db.system(cancelDeliveries, [webhook, 1_000]);
      await store.waits('cancel_deliveries');
      const storing = store.recordTogether([
        [third, { status: 'delivered' }],
        [first, { status: 'delivered' }],
      ]);
      await store.waits('store_results');
      await holder.query('commit');
      expect(await Promise.all([cancelling, storing])).toEqual([[{ cancelled: 3 }], []]);
    });
    for (const { id } of [first, third]) expect(await attemptsOf(id)).toHaveLength(1);
  });
});
