import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { WebhookConfig } from '../../webhook.config.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import { STATUS, type ClaimedDelivery } from '../queue/deliveries.queries.ts';
import { Retention } from './retention.ts';

const TABLES = ['event', 'event_log', 'completed_delivery', 'attempt'] as const;
const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

const retention = (env: Record<string, string> = {}) =>
  new Retention(store.db, new WebhookConfig(env), createLogger('webhook', 'silent'));
/** Days from today of the partitions of a table. */
const partitionsOf = async (table: string): Promise<number[]> => {
  const rows = await store.database.query<{ day: number }>(
    `select to_date(right(relid::text, 8), 'YYYYMMDD') - current_date as day
       from pg_partition_tree($1::regclass) where isleaf order by 1`,
    [`webhook.${table}`],
  );
  return rows.map(({ day }) => day);
};
/** As the service would have done it so many days ago. */
const keepAsOf = (table: string, daysAgo: number) =>
  store.database.session((client) =>
    client.query(
      `set search_path = webhook; select maintain_partitions('${table}', current_date - ${daysAgo}, 30, 7)`,
    ),
  );
/** A delivery of some days ago with its event and an attempt; over, or still to be made. */
const made = async (daysAgo: number, isOver: boolean): Promise<void> => {
  const { webhook } = await store.backlog(1);
  const claimed = await store.claimOne();
  const startedAt = new Date(Date.now() - daysAgo * 86_400_000);
  await store.record(claimed, isOver ? { status: 'delivered', startedAt } : { status: 'pending', startedAt });
  for (const table of ['event', 'event_log', 'delivery', 'completed_delivery'])
    await store.database.query(
      `update webhook.${table} set day = day - $1::int
        where ${table.startsWith('event') ? 'id' : 'event_id'} = $2`,
      [daysAgo, claimed.event_id],
    );
  expect(await store.deliveriesOf(webhook)).toHaveLength(1);
};
const counts = async (): Promise<Record<string, number>> => {
  const [row] = await store.database.query<Record<string, number>>(
    `select (select count(*)::int from webhook.event) as event,
            (select count(*)::int from webhook.event_log) as event_log, (select count(*)::int from webhook.attempt) as attempt,
            (select count(*)::int from webhook.completed_delivery) as completed_delivery`,
  );
  return row as Record<string, number>;
};

describe('retention', () => {
  it('keeps partitions for yesterday, today and the next seven days', async () => {
    // The template of the database may be of the day before.
    await retention().maintainPartitions();
    for (const table of TABLES)
      expect((await partitionsOf(table)).slice(-9)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('deletes everything older than the configured period', async () => {
    for (const daysAgo of [40, 31, 30, 20, 15, 14, 3])
      for (const table of TABLES) await keepAsOf(table, daysAgo);
    for (const daysAgo of [31, 30, 15, 14, 0]) await made(daysAgo, true);
    await retention().maintainPartitions();
    expect(await counts()).toEqual({ event: 4, event_log: 4, completed_delivery: 4, attempt: 2 });
    expect(Math.min(...(await partitionsOf('event')))).toBe(-30);
    expect(Math.min(...(await partitionsOf('attempt')))).toBe(-14);
    await retention({ WEBHOOK_RETENTION: '2d', WEBHOOK_ATTEMPT_RETENTION: '36h' }).maintainPartitions();
    expect(await counts()).toEqual({ event: 1, event_log: 1, completed_delivery: 1, attempt: 1 });
    for (const table of TABLES) expect(await partitionsOf(table)).toContain(7);
  });

  it('keeps the body of pending deliveries, however old they are', async () => {
    for (const table of TABLES) await keepAsOf(table, 50);
    await made(44, true);
    await made(45, false);
    await retention().maintainPartitions();
    expect(await counts()).toMatchObject({ event: 2, event_log: 2 });
    const claimed = await store.claim();
    expect(claimed.map(({ body }) => JSON.parse(String(body)) as unknown)).toMatchObject([
      { event: 'ticket.created' },
    ]);
    await store.record(claimed[0] as ClaimedDelivery, { status: 'delivered' });
    expect(await store.claim()).toEqual([]);
  });

  it('gives the same result if several processes run it concurrently', async () => {
    for (const table of TABLES) await keepAsOf(table, 40);
    await Promise.all([1, 2, 3].map(() => retention().maintainPartitions()));
    for (const table of TABLES)
      expect((await partitionsOf(table)).slice(-9)).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7]);
    expect(Math.min(...(await partitionsOf('event')))).toBeGreaterThanOrEqual(-30);
  });
});

describe('a queue that exceeds its limit', () => {
  it('fails its oldest deliveries, which can be recovered, and does not affect other endpoints', async () => {
    const [full, other] = [await store.backlog(0), await store.backlog(2)];
    for (let event = 0; event < 105; event += 1) await store.ingest(full.ctx);
    const onItsWay = (await store.claim({ perEndpoint: 1 })).find((one) => one.webhook_id === full.webhook);
    await retention({ WEBHOOK_MAX_QUEUED_PER_ENDPOINT: '100' }).trimQueues();
    const rows = await store.deliveriesOf(full.webhook);
    const statuses = rows.map(({ status }) => status);
    expect(statuses.filter((status) => status === STATUS.pending)).toHaveLength(100);
    // What is on its way is not waiting.
    expect(statuses.slice(0, 6)).toEqual([
      STATUS.sending,
      ...Array<number>(4).fill(STATUS.failed),
      STATUS.pending,
    ]);
    expect(rows[0]?.id).toBe(onItsWay?.id);
    const errors = 'select distinct last_error from webhook.completed_delivery where webhook_id = $1';
    expect(await store.database.query(errors, [full.webhook])).toEqual([{ last_error: 'overflow' }]);
    expect(await store.deliveriesOf(other.webhook)).toHaveLength(2);
  });

  it('is cut once if several processes detect it concurrently', async () => {
    const { webhook } = await store.backlog(0);
    await store.waiting(webhook, 12_000);
    const processes = [1, 2, 3].map(() => retention({ WEBHOOK_MAX_QUEUED_PER_ENDPOINT: '100' }));
    await Promise.all(processes.map((one) => one.trimQueues()));
    const count =
      'select status, count(*)::int as deliveries from webhook.delivery_log group by 1 order by 1';
    expect(await store.database.query(count)).toEqual([
      { status: STATUS.pending, deliveries: 100 },
      { status: STATUS.failed, deliveries: 11_900 },
    ]);
  });
});
