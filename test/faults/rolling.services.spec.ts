import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connected, eventually } from '@parley/testing';
import pg from 'pg';
import { percentile } from '../setup/percentile.mjs';
import { BusObserver } from './harness/bus-observer.ts';
import { check, haveArrived } from './harness/history.ts';
import { LoadedTenant } from './harness/loaded-tenant.ts';
import type { Aside } from './harness/seeded-load.ts';
import { violationsOf, violationsOfRequests } from './harness/violations.ts';
import { Balancer } from './rolling/balancer.ts';
import { APPS, Deployment, type App } from './rolling/deployment.ts';
import { canStartHaProxy, startHaProxy } from './rolling/haproxy.ts';
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
const RATE = Number(ROLLING_RATE);
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
const SIDE_BY_SIDE = Math.max(30, isFull ? 5 * RATE : 0);

let from: Release;
let to: Release;
let deployment: Deployment;
let bus: BusObserver;
let tenant: LoadedTenant;
/** What the asides work on, and how often they did. */
const asides: Aside[] = [];
let [ticket, conversation, contact] = ['', '', ''];
let [notes, names] = [0, 0];
let began = 0;

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
  bus = await BusObserver.open(deployment.exchange);
  started.push({ remove: () => bus.close() });
  const { credentials } = await eventually(() => deployment.operator.workspace());
  const gateway = await entryTo(deployment.balancer);
  const load = { rate: RATE, hot: 1_000, asides, isRepeating: true };
  tenant = await LoadedTenant.open({ credentials, mode: 'live', gateway, load, seed: 1 });
  started.push({ remove: () => tenant.close() });
  await prepareAsides(await entryTo(new Balancer(deployment.authUrls)));
});
afterAll(async () => {
  for (const one of started.toReversed()) await one.remove();
});

/** Through HAProxy, whose connections to the processes stay open, as those of its clients do; without it as the balancer says. */
async function entryTo(balancer: Balancer): Promise<() => string> {
  started.push({ remove: () => balancer.stop() });
  if (!canStartHaProxy) {
    process.stdout.write('rolling: without a proxy, because there is no haproxy (apt-get install haproxy)\n');
    return () => balancer.pick();
  }
  const proxy = await startHaProxy(balancer.addresses);
  started.push({ remove: () => proxy.close() });
  return () => proxy.url;
}

/** By their share: nine reads for each write, as integrations send them that show what others write. */
async function prepareAsides(auth: () => string): Promise<void> {
  const create = async (path: string, body: object) =>
    eventually(async () => {
      const { status, data } = await tenant.load.request('POST', path, body);
      expect(status).toBe(201);
      return String(data?.['id']);
    });
  const email = 'dana@example.com';
  contact = await create('/v1/contacts', { name: 'New', email });
  conversation = await create('/v1/conversations', { contact: { id: contact } });
  ticket = await create('/v1/tickets', { subject: 'Of a contact', contact: { email } });
  const read = (path: string, entry?: () => string): Aside => ({ method: 'GET', path, status: 200, entry });
  const shares: readonly [number, Aside][] = [
    [42, read(`/v1/tickets/${ticket}`)],
    [15, read('/v1/tickets?status=open,pending&per_page=10')],
    [12, read('/v1/conversations?priority=normal&sort=updated_at&per_page=10')],
    [7, read('/v1/contacts?email=dana*&per_page=10')],
    [10, read('/v1/me')],
    [5, read('/v1/webhooks')],
    [1, read('/.well-known/oauth-authorization-server', auth)],
    [
      2,
      {
        method: 'POST',
        path: `/v1/conversations/${conversation}/messages`,
        body: () => ({ body: `Note ${(notes += 1)}`, type: 'note' }),
        status: 201,
      },
    ],
    [
      1,
      {
        method: 'PATCH',
        path: `/v1/contacts/${contact}`,
        body: () => ({ name: `Name ${(names += 1)}` }),
        status: 200,
      },
    ],
  ];
  asides.push(...shares.flatMap(([share, aside]) => Array<Aside>(share).fill(aside)));
}

/** Until this many more requests were answered. */
function answered(count: number): Promise<boolean> {
  const { tookMs } = tenant.load;
  const wanted = tookMs.length + count;
  return eventually(() => tookMs.length >= wanted);
}

/** One app after the other: a machine that starts all of them at once has no processor left for the load. */
async function roll(apps: readonly App[], release: Release): Promise<void> {
  for (const app of apps) await deployment.roll(app, release, () => answered(SIDE_BY_SIDE));
}

async function rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  await using client = await connected(deployment.databaseUrl);
  return (await client.query<Row>(sql)).rows;
}

/** What the API shows of a record. */
async function shown<T = Record<string, unknown>>(path: string): Promise<T> {
  return (await tenant.load.request('GET', path)).data as T;
}

/** Creates a ticket with the field of the next release, and answers what the API shows of it. */
async function newField(): Promise<unknown> {
  const body = { subject: 'New field', reference: 'R-1' };
  return (await tenant.load.request('POST', '/v1/tickets', body)).data?.['reference'];
}

/** The old release on the schema of the new one, then both side by side. */
it(
  'a rollout under load ends with the new release',
  async () => {
    tenant.load.start();
    began = performance.now();
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
  const reviewed = bus.of('ticket.reviewed').map(({ subject }) => subject);
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
    const { load } = tenant;
    await load.stop();
    const achieved = Math.round((load.tookMs.length * 1000) / (performance.now() - began));
    const [p50, p99] = [0.5, 0.99].map((share) => Math.round(percentile(load.tookMs, share)));
    process.stdout.write(
      `rolling: ${load.tookMs.length} requests at ${achieved}/s of ${RATE}/s, ${load.skipped} not sent, p50 ${p50} ms, p99 ${p99} ms\n`,
    );
    expect([...violationsOfRequests({ api: 'available' }, load.writes), ...load.failures]).toEqual([]);
    if (isFull) expect(achieved).toBeGreaterThanOrEqual(LEAST_SHARE * RATE);
  },
  LONG_MS,
);

it(
  'the events are delivered to a webhook, each once, and in order on the bus',
  async () => {
    const { load, receiver } = tenant;
    const { writes } = load;
    const seen = () => ({
      delivered: tenant.delivered.filter(({ subject }) => subject.startsWith(load.tag)),
      effects: bus.ofLoad(load),
    });
    await eventually(() => haveArrived({ writes, ...seen() }), LONG_MS);
    const committed = new Set(writes.map(({ subject }) => subject));
    const verdict = check({ writes, committed, ...seen(), healedAt: 0 });
    process.stdout.write(
      `rolling: ${receiver.deliveries.length} deliveries, ${verdict.duplicated} of them repeated attempts\n`,
    );
    expect([...violationsOf({}, { ...verdict, recoveredS: 0 }), ...tenant.refused]).toEqual([]);
    expect(bus.outOfOrder).toEqual([]);
    // One event for each change, however often it came.
    expect(bus.ofLoad(load)).toHaveLength(writes.length);
    expect(bus.of('message.created')).toHaveLength(notes);
    expect(bus.of('contact.updated')).toHaveLength(names);
    for (const service of APPS.filter((app) => app !== 'gateway'))
      expect(await rows(`select type, consumer, error from ${service}.dead_letter`)).toEqual([]);
  },
  LONG_MS,
);

it('the writes took effect once: tickets, counts of tags, messages and names of contacts', async () => {
  const { tag, writes } = tenant.load;
  const tickets = new Set(writes.map((write) => write.ticket)).size;
  const created = await rows(`select count(*)::int as n from ticket.ticket where tags @> array['${tag}']`);
  expect(created).toEqual([{ n: tickets }]);
  await eventually(async () =>
    expect(await shown<unknown[]>('/v1/tags')).toContainEqual(
      expect.objectContaining({ name: tag, count: tickets }),
    ),
  );
  expect(await shown(`/v1/conversations/${conversation}`)).toMatchObject({ messages_count: notes });
  const { name } = await shown(`/v1/contacts/${contact}`);
  await eventually(async () =>
    expect(await shown(`/v1/tickets/${ticket}`)).toMatchObject({ contact: { name } }),
  );
});
