import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getServiceStatus } from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { Write } from './harness/history.ts';
import { SeededLoad, type Aside } from './harness/seeded-load.ts';
import { violationsOfRequests } from './harness/violations.ts';
import { BlackHole } from './names/black-hole.ts';
import { Cluster, nameOf, type Pod } from './names/cluster.ts';
import { Uploads } from './names/uploads.ts';

/**
 * Services whose addresses callers find by names, through caches that keep an answer for 30 s, under a load of calls and uploads: a
 * rollout at the pace of the manifests, then addresses that are wrong.
 */
const RATE = 20;
const ROLLED = ['ticket', 'conversation', 'file'] as const;

const started: { close(): Promise<unknown> }[] = [];
let cluster: Cluster;
let load: SeededLoad;
let uploads: Uploads;
/** The pod that is killed, whose address stays behind its name. */
let killed: Pod;
let sent = 0;

beforeAll(async () => {
  cluster = await Cluster.start({
    identity: 1,
    contact: 1,
    conversation: 2,
    ticket: 2,
    file: 2,
    mail: 1,
    automation: 1,
    webhook: 1,
    gateway: 2,
  });
  started.push({ close: () => cluster.remove() });
  const operator = await cluster.operatorOf('identity', cluster.podsOf('identity')[0] as Pod);
  const { credentials } = await eventually(() => operator.workspace());
  operator.close();
  const { gateways } = cluster;
  const gateway = () => gateways[(sent += 1) % gateways.length] ?? '';
  const read = (path: string): Aside => ({ method: 'GET', path, status: 200 });
  const asides = [
    ...Array<Aside>(40).fill(read('/v1/tickets?per_page=5')),
    ...Array<Aside>(30).fill(read('/v1/conversations?per_page=5')),
    ...Array<Aside>(10).fill(read('/v1/contacts?per_page=5')),
  ];
  const options = { rate: RATE, hot: 100, asides, isRepeating: true };
  load = new SeededLoad(gateway, { tenant: 'live', key: credentials.live_key }, options, 1);
  uploads = new Uploads(gateways, credentials.live_key);
  started.push({ close: () => Promise.all([load.stop(), uploads.stop()]) });
  load.start();
  uploads.start();
  await answered(RATE);
});
afterAll(async () => {
  for (const one of started.toReversed()) await one.close();
});

/** Until this many more requests, and some more uploads at each gateway, were answered. */
async function answered(count: number): Promise<void> {
  const [requests, files] = [load.tookMs.length + count, uploads.stored + 3 * cluster.gateways.length];
  await eventually(() => load.tookMs.length >= requests && uploads.stored >= files);
}

/** What was not answered as it has to be; writes from a time on. */
const failures = (from = 0) => [
  ...violationsOfRequests({ api: 'available' }, load.between(from)),
  ...load.failures,
  ...uploads.failures,
];

it('a rollout at the pace of the manifests fails no request, though caches of names are 30 s behind', async () => {
  await Promise.all(ROLLED.map((app) => cluster.roll(app)));
  await answered(RATE);
  const [requests, files] = [load.tookMs.length, uploads.stored];
  process.stdout.write(`names: ${requests} requests and ${files} uploads during the rollout\n`);
  expect(failures()).toEqual([]);
});

it('a process that is killed fails no call that was not sent to it, though its address stays known', async () => {
  killed = cluster.podsOf('ticket')[0] as Pod;
  const began = Date.now();
  await cluster.kill(killed);
  const states = await eventually(async () => {
    const found = await cluster.instancesOf('ticket');
    expect(found.map(({ ejected }) => ejected)).toEqual([1, 1]);
    return found;
  });
  const noticed = Date.now();
  expect(states.map(({ available }) => available)).toEqual([1, 1]);
  await answered(5 * RATE);
  // Of a write that it had received, nobody can tell whether it has taken effect.
  const isOpen = ({ code, sentAt, tookMs }: Write) =>
    code === 'outcome_unknown' && sentAt <= noticed && sentAt + tookMs >= began;
  expect(load.writes.filter((write) => write.outcome !== 'ok' && !isOpen(write))).toEqual([]);
  expect(failures(noticed)).toEqual([]);
});

it('a process of another service that gets its address answers none of its calls', async () => {
  const began = Date.now();
  const other = await cluster.run('conversation', killed.ip);
  const operator = await cluster.operatorOf('ticket', other);
  await expect(operator.run(getServiceStatus, { service: 'ticket' })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  operator.close();
  await eventually(async () => {
    const found = await cluster.instancesOf('conversation');
    expect(found.map(({ available }) => available)).toEqual([3, 3]);
  });
  await answered(5 * RATE);
  expect(await cluster.instancesOf('ticket')).toEqual(Array(2).fill({ available: 1, ejected: 1 }));
  expect(failures(began)).toEqual([]);
});

it('an address that answers to no packet fails no call and no upload: others are asked', async () => {
  const began = Date.now();
  const { rpc, uploads: port } = cluster.ports;
  const hole = await BlackHole.start(cluster.nextAddress(), [rpc, port]);
  started.push(hole);
  for (const app of ['ticket', 'file'] as const) cluster.names.add(nameOf(app), hole.host);
  await eventually(async () => {
    const found = await cluster.instancesOf('ticket');
    expect(found.map(({ ejected }) => ejected)).toEqual([2, 2]);
  });
  await eventually(() => hole.isTried(port));
  await answered(5 * RATE);
  expect(failures(began)).toEqual([]);
});
