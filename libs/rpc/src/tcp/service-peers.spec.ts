import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { callerContext, failureOf } from '../rpc.conformance.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { ServicePeers } from './service-peers.ts';
import { Desk, silent } from './tcp.fixture.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Processes that listen on the same port of several addresses of this machine, as pods do. */
async function pods(...ips: string[]): Promise<{ desks: Desk[]; port: number }> {
  const first = await Desk.start({ RPC_HOST: ips[0] as string });
  const port = Number(first.address.split(':')[1]);
  const others = await Promise.all(ips.slice(1).map((ip) => Desk.start({ RPC_HOST: ip }, port)));
  const desks = [first, ...others];
  for (const desk of desks)
    cleanups.push(() => {
      desk.letGo();
      return desk.stop();
    });
  return { desks, port };
}

function peersOf(port: number, lookup: (host: string) => Promise<readonly string[]>): ServicePeers {
  const options = {
    queueLimit: 10_000,
    poolSize: 2,
    connectTimeoutMs: 2_000,
    frameLimit: 10_000,
    tls: undefined,
    logger: silent,
  };
  const peers = new ServicePeers([{ host: 'tickets', port }], options, lookup);
  cleanups.push(() => peers.close());
  return peers;
}

const call = (peers: ServicePeers) =>
  peers.call(new OutgoingCall('ticket.create', callerContext(20_000), {}));

describe('the processes behind a name', () => {
  it('share the calls, the busy one getting fewer', async () => {
    const { desks, port } = await pods('127.0.0.2', '127.0.0.3');
    const [busy, free] = desks as [Desk, Desk];
    const peers = peersOf(port, () => Promise.resolve(['127.0.0.2', '127.0.0.3']));
    for (let i = 0; i < 40; i += 1) await call(peers);
    expect(Math.min(busy.received.length, free.received.length)).toBeGreaterThan(5);

    busy.holds = true;
    const [before, freeBefore] = [busy.received.length, free.received.length];
    const calls = Array.from({ length: 5 }, () => call(peers));
    await eventually(() => expect(busy.received.length).toBeGreaterThan(before));
    for (let i = 0; i < 40; i += 1) await call(peers);
    expect(busy.received.length - before).toBeLessThanOrEqual(5);
    expect(free.received.length - freeBefore).toBeGreaterThanOrEqual(40);
    busy.letGo();
    await Promise.all(calls);
  }, 20_000);

  it('are found within 5 s when they join, and get no more calls when they leave, but finish theirs', async () => {
    const { desks, port } = await pods('127.0.0.4', '127.0.0.5');
    const [old, young] = desks as [Desk, Desk];
    let ips = ['127.0.0.4'];
    const peers = peersOf(port, () => Promise.resolve(ips));
    old.holds = true;
    const running = call(peers);
    await eventually(() => expect(old.received).toHaveLength(1));
    ips = ['127.0.0.5'];
    const waiting = new Set<Promise<unknown>>();
    await eventually(() => {
      waiting.add(call(peers));
      expect(young.received.length).toBeGreaterThan(0);
    }, 7_000);
    await Promise.all(Array.from({ length: 10 }, () => call(peers)));
    old.letGo();
    await expect(running).resolves.toMatchObject({ value: 'ok' });
    await Promise.all(waiting);
    const left = old.received.length;
    await call(peers);
    expect(old.received).toHaveLength(left);
  }, 20_000);

  it('are kept while the name cannot be looked up, and tried again when it never could', async () => {
    const { desks, port } = await pods('127.0.0.6');
    let fails = true;
    let asked = 0;
    const peers = peersOf(port, () => {
      asked += 1;
      return fails ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['127.0.0.6']);
    });
    expect((await failureOf(call(peers))).code).toBe('service_unavailable');
    fails = false;
    await call(peers);
    fails = true;
    const before = asked;
    await eventually(() => expect(asked).toBeGreaterThan(before), 7_000);
    await call(peers);
    expect(desks[0]?.received).toHaveLength(2);
  }, 10_000);
});
