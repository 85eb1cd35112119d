import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { firstValueFrom } from 'rxjs';
import { userContext, failureOf } from '../rpc.conformance.ts';
import { RpcConfig } from './rpc.config.ts';
import { ServiceClient } from './service-client.ts';
import { FakeService, silentLogger } from './tcp.fixture.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Instances that listen on the same port of several loopback addresses, like pods. */
async function startInstances(...ips: string[]): Promise<{ services: FakeService[]; port: number }> {
  const first = await FakeService.start({ RPC_HOST: ips[0] as string });
  const port = Number(first.address.split(':')[1]);
  const others = await Promise.all(ips.slice(1).map((ip) => FakeService.start({ RPC_HOST: ip }, port)));
  const services = [first, ...others];
  for (const service of services)
    cleanups.push(() => {
      service.release();
      return service.stop();
    });
  return { services, port };
}

function clientOf(port: number, resolve: (host: string) => Promise<readonly string[]>): ServiceClient {
  const client = new ServiceClient([{ host: 'tickets', port }], new RpcConfig({}), silentLogger, resolve);
  cleanups.push(() => client.close());
  return client;
}

const call = (client: ServiceClient): Promise<unknown> =>
  firstValueFrom(client.send('ticket.create', { ctx: userContext(20_000), input: {} }));

describe('the instances behind a name', () => {
  it('share the calls, and a busy one gets fewer', async () => {
    const { services, port } = await startInstances('127.0.0.2', '127.0.0.3');
    const [busy, free] = services as [FakeService, FakeService];
    const client = clientOf(port, () => Promise.resolve(['127.0.0.2', '127.0.0.3']));
    for (let i = 0; i < 40; i += 1) await call(client);
    expect(Math.min(busy.received.length, free.received.length)).toBeGreaterThan(5);

    busy.held = true;
    const [before, freeBefore] = [busy.received.length, free.received.length];
    const calls = Array.from({ length: 5 }, () => call(client));
    await eventually(() => expect(busy.received.length).toBeGreaterThan(before));
    for (let i = 0; i < 40; i += 1) await call(client);
    expect(busy.received.length - before).toBeLessThanOrEqual(5);
    expect(free.received.length - freeBefore).toBeGreaterThanOrEqual(40);
    busy.release();
    await Promise.all(calls);
  });

  it('are discovered within 5 s, and finish their calls without new ones after they are removed', async () => {
    const { services, port } = await startInstances('127.0.0.4', '127.0.0.5');
    const [old, young] = services as [FakeService, FakeService];
    let ips = ['127.0.0.4'];
    const client = clientOf(port, () => Promise.resolve(ips));
    old.held = true;
    const running = call(client);
    await eventually(() => expect(old.received).toHaveLength(1));
    ips = ['127.0.0.5'];
    const waiting = new Set<Promise<unknown>>();
    await eventually(() => {
      waiting.add(call(client));
      expect(young.received.length).toBeGreaterThan(0);
    }, 7_000);
    await Promise.all(Array.from({ length: 10 }, () => call(client)));
    old.release();
    await expect(running).resolves.toMatchObject({ value: 'ok' });
    await Promise.all(waiting);
    const left = old.received.length;
    await call(client);
    expect(old.received).toHaveLength(left);
  });

  it('are kept while the name cannot be resolved', async () => {
    const { services, port } = await startInstances('127.0.0.6');
    let fails = true;
    let resolved = 0;
    const client = clientOf(port, () => {
      resolved += 1;
      return fails ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['127.0.0.6']);
    });
    expect((await failureOf(call(client))).code).toBe('service_unavailable');
    fails = false;
    await call(client);
    fails = true;
    const before = resolved;
    await eventually(() => expect(resolved).toBeGreaterThan(before), 7_000);
    await call(client);
    expect(services[0]?.received).toHaveLength(2);
  });
});
