import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connected, eventually, Receiver } from '@parley/testing';
import pg from 'pg';
import { canStartHaProxy, startHaProxy } from './harness/haproxy.ts';
import { Balancer, type Entry } from './rolling/balancer.ts';
import { APPS, Deployment, type App } from './rolling/deployment.ts';
import { BusObserver, deliveriesAt, differences, expectedDeliveries } from './rolling/effects.ts';
import { MixedLoad } from './rolling/mixed-load.ts';
import { REVIEW_TABLE } from './rolling/next-release.ts';
import { buildNextRelease, buildRevision, checkout, type Release } from './rolling/releases.ts';

/**
 * `node scripts/check/rolling.mjs` sets these: requests per second, replicas, the apps that are rolled, and the revision from which this checkout is
 * rolled out. By default this checkout is the old release, and the new one is made of it.
 */
const {
  ROLLING_RATE = '20',
  ROLLING_REPLICAS = '1',
  ROLLING_APPS = 'ticket,conversation,gateway',
  ROLLING_FROM,
} = process.env;
const rolling = ROLLING_APPS.split(',') as App[];
/** Of `node scripts/check/rolling.mjs`; the suite runs a smaller form beside other tests. */
const isFull = Number(ROLLING_REPLICAS) > 1;
/** Of the requests per second that are asked for: with fewer a rollout proves less than it says. */
const LEAST_SHARE = 0.9;
const rolledServices = APPS.filter((app) => app !== 'gateway' && rolling.includes(app));
const rolledGateways = APPS.filter((app) => app === 'gateway' && rolling.includes(app));

const started: { remove(): Promise<unknown> }[] = [];
const LONG_MS = 900_000;
/** How many requests an old and a new process answer side by side: of the full form, those of five seconds. */
const SIDE_BY_SIDE = Math.max(30, isFull ? 5 * Number(ROLLING_RATE) : 0);

let from: Release;
let to: Release;
let deployment: Deployment;
let receiver: Receiver;
let bus: BusObserver;
let load: MixedLoad;

beforeAll(async () => {
  [from, to] =
    ROLLING_FROM === undefined
      ? [checkout, await buildNextRelease()]
      : [await buildRevision(ROLLING_FROM), checkout];
  started.push(from, to);
  deployment = await Deployment.start(
    from,
    { rolling, replicas: Number(ROLLING_REPLICAS) },
    // A proxy looks at a gateway several times during the delay, after which requests are refused.
    { WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s,4s', DRAIN_DELAY: '5s' },
  );
  started.push(deployment);
  receiver = await Receiver.start();
  started.push({ remove: () => receiver.close() });
  bus = await BusObserver.open(deployment.exchange);
  started.push({ remove: () => bus.close() });
  const { live_key: key } = (await eventually(() => deployment.operator.workspace())).credentials;
  const entries = {
    api: await entryTo(deployment.balancer),
    auth: await entryTo(new Balancer(deployment.authUrls)),
  };
  load = new MixedLoad(entries, key, Number(ROLLING_RATE));
  started.push({ remove: () => load.stop() });
  await eventually(() => load.send('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] }));
});
afterAll(async () => {
  for (const one of started.toReversed()) await one.remove();
});

/** Through HAProxy, whose connections to the processes stay open, as those of its clients do; without it as the balancer says. */
async function entryTo(balancer: Balancer): Promise<Entry> {
  started.push({ remove: () => balancer.stop() });
  if (!canStartHaProxy) {
    process.stdout.write('rolling: without a proxy, because there is no haproxy (apt-get install haproxy)\n');
    return balancer;
  }
  const proxy = await startHaProxy(balancer.addresses);
  started.push({ remove: () => proxy.close() });
  return { pick: () => proxy.url };
}

/** Until this many more requests were answered. */
function answered(count: number): Promise<boolean> {
  const wanted = load.answered + count;
  return eventually(() => load.answered >= wanted);
}

/** One app after the other: a machine that starts all of them at once has no processor left for the load. */
async function roll(apps: readonly App[], release: Release): Promise<void> {
  for (const app of apps) await deployment.roll(app, release, () => answered(SIDE_BY_SIDE));
}

async function rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  await using client = await connected(deployment.databaseUrl);
  return (await client.query<Row>(sql)).rows;
}

/** Creates a ticket with the field of the next release, and answers what the API shows of it. */
async function newField(): Promise<unknown> {
  const { body } = await load.send('POST', '/v1/tickets', { subject: 'New field', reference: 'R-1' });
  return body.data?.['reference'];
}

/** The old release on the schema of the new one, then both side by side. */
it(
  'a rollout under load ends with the new release',
  async () => {
    await load.start();
    await answered(20);
    expect(await deployment.migrate(to)).toContain('applied');
    await answered(40);
    await roll(rolledServices, to);
    await roll(rolledGateways, to);
    await answered(40);
    if (ROLLING_FROM === undefined) expect(await newField()).toBe('R-1');
  },
  LONG_MS,
);

it('events that only the new release knows take effect once, also those that the old one received', async () => {
  if (ROLLING_FROM !== undefined || !rolling.includes('conversation')) return;
  const reviewed = bus.subjectsOf('ticket.reviewed');
  expect(reviewed.length).toBeGreaterThan(0);
  await eventually(async () => {
    const found = await rows<{ ticket_id: string }>(`select ticket_id from ${REVIEW_TABLE}`);
    const ids = found.map(({ ticket_id: id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(reviewed.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

it(
  'a rollback under load ends with the old release, and no request has failed since',
  async () => {
    await roll(rolledGateways, from);
    await roll(rolledServices, from);
    await answered(20);
    if (ROLLING_FROM === undefined) expect(await newField()).toBeUndefined();
    await load.stop();
    process.stdout.write(
      `rolling: ${load.answered} requests at ${load.achievedRate}/s of ${ROLLING_RATE}/s, ${load.skipped} not sent, p50 ${load.percentile(0.5)} ms, ` +
        `p99 ${load.percentile(0.99)} ms, ${load.failures.length} failed\n`,
    );
    expect(load.failed).toEqual([]);
    if (isFull) expect(load.achievedRate).toBeGreaterThanOrEqual(LEAST_SHARE * Number(ROLLING_RATE));
  },
  LONG_MS,
);

it(
  'the events are delivered to a webhook, each once, and in order on the bus',
  async () => {
    const expected = expectedDeliveries(load);
    await eventually(() => expect(differences(deliveriesAt(receiver).counts, expected)).toEqual([]), LONG_MS);
    const { repeated } = deliveriesAt(receiver);
    process.stdout.write(
      `rolling: ${receiver.deliveries.length} deliveries, ${repeated} of them repeated attempts\n`,
    );
    expect(bus.outOfOrder).toEqual([]);
    for (const service of APPS.filter((app) => app !== 'gateway'))
      expect(await rows(`select type, consumer, error from ${service}.dead_letter`)).toEqual([]);
  },
  LONG_MS,
);

it('the writes took effect once: tickets, counts of tags, messages and names of contacts', async () => {
  const created = await rows<{ n: number }>(
    `select count(*)::int as n from ticket.ticket where tags @> array['${load.tag}']`,
  );
  expect(created).toEqual([{ n: load.tickets.size }]);
  const uses = load.tickets.size + load.conversations.size;
  await eventually(async () => {
    const { body } = await load.send('GET', '/v1/tags');
    expect(body.data).toContainEqual(expect.objectContaining({ name: load.tag, count: uses }));
  });
  for (const [id, messages] of load.conversations) {
    const { body } = await load.send('GET', `/v1/conversations/${id}`);
    expect(body.data).toMatchObject({ messages_count: messages });
  }
  for (const [id, { name }] of load.contacts)
    await eventually(async () => {
      const { body } = await load.send('GET', `/v1/tickets?contact=${id}&per_page=100`);
      const tickets = body.data as unknown as { contact: { name: string } }[];
      expect(new Set(tickets.map(({ contact }) => contact.name))).toEqual(
        new Set(tickets.length > 0 ? [name] : []),
      );
    });
});
