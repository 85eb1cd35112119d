import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Id } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { WebhookProcesses, type Queued } from './webhook-processes.ts';

const RECEIVERS = 10;
const EVENTS_EACH = 500;
/** Far more than a response takes here, so that no attempt is repeated because it timed out. */
const TIMEOUT_MS = 5_000;
/** After the timeout, deliveries of a killed process stay leased to it for this long. */
const LEASE_GRACE_MS = 15_000;

const processes = WebhookProcesses.forFile({
  WEBHOOK_TIMEOUT: `${TIMEOUT_MS}ms`,
  WEBHOOK_LEASE_GRACE: `${LEASE_GRACE_MS}ms`,
  WEBHOOK_RETRY_SCHEDULE: '0s,1s',
  // Less than the receivers take at once, so that both processes are needed.
  WEBHOOK_CONCURRENCY: '32',
});
const receivers: Receiver[] = [];
let webhooks: Id<'webhook'>[];

beforeAll(async () => {
  for (let index = 0; index < RECEIVERS; index += 1) receivers.push(await Receiver.start());
  webhooks = await Promise.all(receivers.map(({ url }) => processes.subscribe(url)));
});
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

const keyOf = ({ webhook, event }: Queued) => `${webhook} ${event}`;
/** What has arrived, each time that it did; fails when a `webhook-id` is not the event's. */
const arrived = (): string[] =>
  receivers.flatMap(({ deliveries }, index) =>
    deliveries.map(({ headers, body: { id } }) => {
      if (headers['webhook-id'] !== id) throw new Error(`${id} came as ${String(headers['webhook-id'])}`);
      return keyOf({ webhook: webhooks[index] as Id<'webhook'>, event: id as Id<'event'> });
    }),
  );
const count = () => receivers.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
const repeatedAmong = (keys: readonly string[]): string[] => {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
};
const forget = () => {
  for (const { deliveries } of receivers) deliveries.length = 0;
};

it('two processes that share a queue send each of 5,000 deliveries once', async () => {
  const queued = await processes.queue(webhooks, EVENTS_EACH);
  await eventually(async () => (await processes.left()) === 0, 60_000);
  const keys = arrived();
  expect(repeatedAmong(keys)).toEqual([]);
  expect(keys.toSorted()).toEqual(queued.map(keyOf).toSorted());
  const made = await Promise.all([processes.attemptsOf(0), processes.attemptsOf(1)]);
  expect(Math.min(...made)).toBeGreaterThan(0);
  expect(made[0] + made[1]).toBe(queued.length);
});

it('kill -9 of both, and of one again, loses nothing and repeats only attempts in progress', async () => {
  forget();
  const onTheirWay: Queued[] = [];
  const kill = async (index: 0 | 1) => {
    await processes.kill(index);
    // Otherwise nothing was in progress.
    expect(await processes.left()).toBeGreaterThan(0);
    onTheirWay.push(...(await processes.leased()));
  };
  const queued = await processes.queue(webhooks, EVENTS_EACH);
  await eventually(() => count() >= 1_000, 60_000);
  await kill(0);
  // A half-open endpoint gets one attempt at a time, but waits for the timeout of a lost one, not for its lease.
  let held = 0;
  const newcomer = await Receiver.start((_, response) =>
    held++ === 0 ? undefined : response.writeHead(204).end(),
  );
  receivers.push(newcomer);
  webhooks.push(await processes.subscribe(newcomer.url, 1));
  queued.push(...(await processes.queue(webhooks.slice(-1), 20)));
  await eventually(() => held === 1);
  await kill(1);
  expect(held).toBe(1);
  await Promise.all([processes.start(0), processes.start(1)]);
  await eventually(() => count() >= 3_000, 60_000);
  await kill(1);
  expect(await processes.longestLeaseMs()).toBeLessThanOrEqual(TIMEOUT_MS + LEASE_GRACE_MS);
  await processes.start(1);

  await eventually(async () => (await processes.left()) === 0, 90_000);
  expect(onTheirWay).not.toEqual([]);
  const keys = arrived();
  expect([...new Set(keys)].toSorted()).toEqual(queued.map(keyOf).toSorted());
  const onTheirWayThen = new Set(onTheirWay.map(keyOf));
  expect(repeatedAmong(keys).filter((key) => !onTheirWayThen.has(key))).toEqual([]);
  // The lost delivery was repeated when its lease ended, after most of the others.
  expect(newcomer.deliveries.length).toBeGreaterThan(20);
  const lost = newcomer.deliveries[0]?.body.id;
  expect(newcomer.deliveries.findLastIndex(({ body }) => body.id === lost)).toBeGreaterThan(10);
});
