import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhook, encodeId, getWebhook, retryDelivery, uuidOf } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { metricsText } from '@parley/runtime/metrics';
import { newId } from '@parley/runtime/records';
import { Database } from '@parley/persistence';
import { eventually, metricValue, newTenant, parseMetrics, Receiver, TestDatabase } from '@parley/testing';
import { webhookDatabase } from '../../webhook.database.ts';
import { startWebhooks, type WebhookProcess } from '../../webhook.fixture.ts';
import { eventOf } from '../samples.fixture.ts';
import { storeAndFanOut } from '../queue/fan-out.ts';
import { Dispatcher } from './dispatcher.ts';

/** A port of loopback that nobody listens on. */
const DEAD = 'http://127.0.0.1:1024';

let ctx: TenantContext;
let processes: WebhookProcess[] = [];
const receivers: Receiver[] = [];
const database = await TestDatabase.create(webhookDatabase);
beforeEach(() => {
  ctx = newTenant();
});
afterEach(async () => {
  await Promise.all(processes.map(({ app }) => app.close()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  processes = [];
  await database.query(
    'truncate webhook.webhook, webhook.delivery, webhook.completed_delivery, webhook.attempt',
  );
});
afterAll(() => database.drop());

async function start(env: Record<string, string> = {}): Promise<WebhookProcess> {
  const started = await startWebhooks(database.url, { WEBHOOK_RETRY_SCHEDULE: '0s,1s,30m', ...env });
  processes.push(started);
  return started;
}

async function receiver(respond?: Receiver['respond']): Promise<Receiver> {
  const made = await Receiver.start(respond);
  receivers.push(made);
  return made;
}

const subscribe = (
  { rpc }: WebhookProcess,
  url: string,
  secret = 'my-super-secret',
  events = ['ticket.created'],
) => rpc.call(createWebhook, ctx, { body: { url, events, secret } });

/** Takes in events as the subscriber does, in one transaction. */
async function happen({ app }: WebhookProcess, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('event'));
  await app.get(Database).transaction(ctx, async (tx) => {
    const events = ids.map((id) => eventOf(ctx, { id }));
    await storeAndFanOut(tx, events, 0);
    tx.afterCommit(() => app.get(Dispatcher).wake());
  });
  return ids;
}

const idsAt = (at: Receiver): string[] => at.deliveries.map(({ headers }) => String(headers['webhook-id']));

describe('endpoints that hang, refuse connections or fail', () => {
  it('do not delay healthy endpoints', async () => {
    const service = await start({ WEBHOOK_CONCURRENCY: '16', WEBHOOK_TIMEOUT: '25s' });
    const well = await Promise.all([1, 2, 3].map(() => receiver()));
    const hanging = await receiver(() => undefined);
    const failing = await receiver((_, response) => response.writeHead(500).end());
    for (const { url } of well) await subscribe(service, url);
    for (let index = 0; index < 8; index += 1) await subscribe(service, `${DEAD}/${index}`);
    for (let index = 0; index < 3; index += 1) await subscribe(service, `${hanging.url}/${index}`);
    await subscribe(service, failing.url);
    const ids = await happen(service, 30);
    // The deadline of what hangs is 25 s: all of this is within it.
    await eventually(() => well.every((one) => one.deliveries.length >= 30));
    for (const one of well) expect(idsAt(one).toSorted()).toEqual(ids.toSorted());
    expect(hanging.deliveries.length).toBeLessThanOrEqual(3);
  });

  it('are disabled after five days without success, with pending deliveries cancelled and one event sent', async () => {
    const service = await start();
    const other = await receiver();
    const failing = await subscribe(service, DEAD);
    await subscribe(service, other.url, 'my-super-secret', ['webhook.disabled']);
    await database.query(
      `update webhook.webhook set failures = 19, failed_events = 9, failing_since = now() - interval '121 hours'
        where id = $1`,
      [uuidOf('webhook', failing.id)],
    );
    await happen(service, 3);
    await eventually(() => other.of('webhook.disabled').length > 0);
    const record = await service.rpc.call(getWebhook, ctx, { params: { webhook_id: failing.id } });
    expect(record).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(other.of('webhook.disabled')[0]?.body.data).toMatchObject(record);
    const left = 'select 1 from webhook.delivery where webhook_id = $1';
    expect(await database.query(left, [uuidOf('webhook', failing.id)])).toEqual([]);
    // Whatever else was under way when it happened has ended by the time the next event is delivered.
    expect(other.of('webhook.disabled')).toHaveLength(1);
  });
});

it('a throttled or manually retried delivery counts once in the queue delay', async () => {
  const waits = async () =>
    metricValue(parseMetrics((await metricsText()).text), 'parley_webhook_queue_delay_seconds_count') ?? 0;
  const before = await waits();
  const service = await start();
  const endpoint = await receiver((_, response) =>
    response.writeHead(endpoint.deliveries.length < 3 ? 429 : 204, { 'retry-after': '1' }).end(),
  );
  const webhook = await subscribe(service, endpoint.url);
  await happen(service, 1);
  const completed = (attempts: number) =>
    eventually(async () => {
      const [row] = await database.query<{ id: string; made: number }>(
        'select id, attempts_made as made from webhook.completed_delivery',
      );
      return row?.made === attempts ? row.id : Promise.reject(new Error(`${row?.made} of ${attempts}`));
    });
  const id = encodeId('delivery', await completed(3));
  await service.rpc.call(retryDelivery, ctx, { params: { webhook_id: webhook.id, delivery_id: id } });
  await completed(4);
  expect(await waits()).toBe(before + 1);
  expect(endpoint.deliveries).toHaveLength(4);
});

it('two processes send each delivery once', async () => {
  const [one, two] = [await start(), await start()];
  const endpoints = await Promise.all([1, 2, 3, 4].map(() => receiver()));
  for (const { url } of endpoints) await subscribe(one, url);
  const ids: string[] = [];
  for (let round = 0; round < 5; round += 1) ids.push(...(await happen(round % 2 === 0 ? one : two, 50)));
  await eventually(() => endpoints.every((endpoint) => endpoint.deliveries.length >= ids.length));
  for (const endpoint of endpoints) expect(idsAt(endpoint).toSorted()).toEqual(ids.toSorted());
});

/** Has this process live in another time; answers what ends that. */
function shiftClock(ms: number): () => void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      super(args[0] ?? RealDate.now() + ms);
    }
    static override now = () => RealDate.now() + ms;
  } as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
}

it.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('a process whose clock is an hour %s respects the schedule and Retry-After', async (_, ms) => {
  const service = await start();
  const waits: number[] = [];
  for (const status of [500, 429]) {
    let firstAt: number | undefined;
    const { url } = await receiver((_request, response) => {
      if (firstAt !== undefined) waits.push(performance.now() - firstAt);
      response.writeHead(firstAt === undefined ? status : 204, { 'retry-after': '2' }).end();
      firstAt ??= performance.now();
    });
    await subscribe(service, url);
  }
  await database.query("update webhook.webhook set paused_until = now() + interval '1 minute'");
  await happen(service, 1);
  const shiftBack = shiftClock(ms);
  try {
    await database.query(`update webhook.webhook set paused_until = '-infinity'`);
    // A process that compared this clock with that of the database would wait for an hour, or not at all.
    await eventually(() => waits.length === 2);
  } finally {
    shiftBack();
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
});
