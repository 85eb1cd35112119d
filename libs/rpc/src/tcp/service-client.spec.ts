import { describe, expect, it } from '@jest/globals';
import { ApiError, type ErrorCode } from '@parley/contracts';
import type { Address } from '@parley/runtime/http';
import { eventually } from '@parley/testing';
import { firstValueFrom } from 'rxjs';
import { userContext, failureOf } from '../rpc.conformance.ts';
import { contractOf } from './contract.ts';
import { RpcConfig } from './rpc.config.ts';
import { RetryBudget, ServiceClient } from './service-client.ts';
import { atEnd, FakeService, proxyTo, silentLogger } from './tcp.fixture.ts';

/** Instances that listen on the same port of several loopback addresses, like pods. */
async function startInstances(...ips: string[]): Promise<{ services: FakeService[]; port: number }> {
  const first = await FakeService.start({ RPC_HOST: ips[0] as string });
  const { port } = first;
  const others = await Promise.all(ips.slice(1).map((ip) => FakeService.start({ RPC_HOST: ip }, port)));
  return { services: [first, ...others], port };
}

function clientOf(
  where: number | readonly Address[],
  resolve: (host: string) => Promise<readonly string[]>,
): ServiceClient {
  const client = new ServiceClient(
    typeof where === 'number' ? [{ host: 'tickets', port: where }] : where,
    {
      config: new RpcConfig({}),
      logger: silentLogger,
      service: 'ticket',
      contract: () => contractOf('ticket'),
    },
    resolve,
  );
  atEnd(() => client.close());
  return client;
}

const call = (client: ServiceClient, procedure = 'ticket.create'): Promise<unknown> =>
  firstValueFrom(client.send(procedure, { ctx: userContext(20_000), input: {} }));

const failing = (code: ErrorCode) => () => {
  throw new ApiError(code);
};

describe('the instances behind a name', () => {
  it('share the calls, and a busy one gets fewer', async () => {
    const { services, port } = await startInstances('127.0.0.2', '127.0.0.3');
    const [busy, free] = services as [FakeService, FakeService];
    const client = clientOf(port, () => Promise.resolve(['127.0.0.2', '127.0.0.3']));
    for (let i = 0; i < 40; i += 1) await call(client);
    expect(Math.min(busy.received.length, free.received.length)).toBeGreaterThan(5);

    busy.hold();
    const [before, freeBefore] = [busy.received.length, free.received.length];
    let answered = 0;
    const calls = Array.from({ length: 5 }, () => call(client).then(() => (answered += 1)));
    await eventually(() => expect(busy.received.length).toBeGreaterThan(before));
    // While the free one still answers, it may have as many pending calls as the busy one.
    await eventually(() => expect(busy.received.length - before + answered).toBe(5));
    for (let i = 0; i < 40; i += 1) await call(client);
    expect(busy.received.length - before).toBeLessThanOrEqual(5);
    expect(free.received.length - freeBefore).toBeGreaterThanOrEqual(40);
    busy.release();
    await Promise.all(calls);
  });

  it('are discovered, and finish their calls without new ones after they are removed', async () => {
    const { services, port } = await startInstances('127.0.0.4', '127.0.0.5');
    const [old, young] = services as [FakeService, FakeService];
    let ips = ['127.0.0.4'];
    const client = clientOf(port, () => Promise.resolve(ips));
    old.hold();
    const running = call(client);
    await eventually(() => expect(old.received).toHaveLength(1));
    ips = ['127.0.0.5'];
    const waiting = new Set<Promise<unknown>>();
    await eventually(() => {
      waiting.add(call(client));
      expect(young.received.length).toBeGreaterThan(0);
    });
    await Promise.all(Array.from({ length: 10 }, () => call(client)));
    old.release();
    await expect(running).resolves.toMatchObject({ value: 'ok' });
    await Promise.all(waiting);
    const left = old.received.length;
    await call(client);
    expect(old.received).toHaveLength(left);
  });

  it('are asked one after the other while a cache of names has those that have ended', async () => {
    const { services, port } = await startInstances('127.0.0.9');
    const ended = ['127.0.0.10', '127.0.0.11', '127.0.0.12', '127.0.0.13'];
    for (let round = 0; round < 20; round += 1) {
      const client = clientOf(port, () => Promise.resolve([...ended, '127.0.0.9']));
      await call(client);
    }
    expect(services[0]?.received).toHaveLength(20);
  });

  it('are asked one after the other by a retry too, when the process of a call that reads dies', async () => {
    const dying = await FakeService.start();
    const proxy = await proxyTo(dying);
    const { services, port } = await startInstances('127.0.0.20');
    let ips: string[] = [];
    const addresses = [
      { host: 'dying', port: proxy.port },
      { host: 'tickets', port },
    ];
    const client = clientOf(addresses, (host) => Promise.resolve(host === 'dying' ? ['127.0.0.1'] : ips));
    dying.hold();
    const reads = Array.from({ length: 10 }, () => call(client, 'ticket.get'));
    await eventually(() => expect(dying.received).toHaveLength(10));
    ips = ['127.0.0.21', '127.0.0.22', '127.0.0.23', '127.0.0.24', '127.0.0.20'];
    // The name is resolved regularly, and nobody has called the ones that have ended.
    await eventually(() => expect(client.states).toEqual({ available: 6, ejected: 0 }));
    await proxy.refuse();
    expect(await Promise.all(reads)).toMatchObject(Array(10).fill({ value: 'ok' }));
    expect(services[0]?.received).toHaveLength(10);
  });

  it('get no calls that are for another service, which had their addresses before', async () => {
    const { services, port } = await startInstances('127.0.0.17');
    const others = await Promise.all(
      ['127.0.0.18', '127.0.0.19'].map((RPC_HOST) =>
        FakeService.start({ RPC_HOST }, port, () => 'wrong', 'conversation'),
      ),
    );
    const client = clientOf(port, () => Promise.resolve(['127.0.0.17', '127.0.0.18', '127.0.0.19']));
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(client)));
    expect(answers).toMatchObject(Array(20).fill({ value: 'ok' }));
    expect(services[0]?.received).toHaveLength(20);
    expect(others.flatMap(({ received }) => received)).toEqual([]);
    expect(client.states).toEqual({ available: 1, ejected: 2 });
  });

  it('are kept while the name cannot be resolved', async () => {
    const { services, port } = await startInstances('127.0.0.6');
    let fails = true;
    const client = clientOf(port, () =>
      fails ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['127.0.0.6']),
    );
    expect((await failureOf(call(client))).code).toBe('service_unavailable');
    fails = false;
    await call(client);
    fails = true;
    // Resolves the name now, as it does regularly.
    await client.warmUp();
    await call(client);
    expect(services[0]?.received).toHaveLength(2);
  });
});

describe('an instance that fails its calls', () => {
  const startPair = async (...ips: [string, string]) => {
    const { services, port } = await startInstances(...ips);
    const [bad, good] = services as [FakeService, FakeService];
    return { bad, good, client: clientOf(port, () => Promise.resolve(ips)) };
  };
  const codesOf = async (count: number, work: () => Promise<unknown>) => {
    const codes: string[] = [];
    for (let i = 0; i < count; i += 1)
      codes.push(
        await work().then(
          () => 'ok',
          (error: unknown) => (error as ApiError).code,
        ),
      );
    return codes;
  };

  it.each(['internal_error', 'service_unavailable'] as const)(
    'with %s gets none until its time has passed, and all of its share once it works again',
    async (code) => {
      const { bad, good, client } = await startPair('127.0.0.7', '127.0.0.8');
      bad.respond = failing(code);
      const codes = await codesOf(200, () => call(client));
      expect(codes.filter((one) => one !== 'ok').length).toBeLessThan(20);
      expect(good.received.length).toBeGreaterThan(180);
      bad.respond = () => 'ok';
      await eventually(async () => {
        const before = bad.received.length;
        for (let i = 0; i < 20; i += 1) await call(client);
        expect(bad.received.length - before).toBeGreaterThan(2);
      });
    },
  );

  it('gets a single call at a time when its time has passed, and is ejected for longer if that fails', async () => {
    const { bad, client } = await startPair('127.0.0.9', '127.0.0.10');
    bad.respond = failing('internal_error');
    await codesOf(60, () => call(client));
    const ejected = bad.received.length;
    await eventually(async () => {
      await codesOf(20, () => call(client));
      expect(bad.received.length).toBeGreaterThan(ejected);
    });
    // The probe failed: what follows goes to the other one again. On a machine that stalls there is time for a second.
    expect(bad.received.length).toBeLessThanOrEqual(ejected + 2);
  });

  it('is used nevertheless if every other one fails too', async () => {
    const { bad, good, client } = await startPair('127.0.0.11', '127.0.0.12');
    for (const service of [bad, good]) service.respond = failing('internal_error');
    expect(await codesOf(60, () => call(client))).toEqual(Array(60).fill('internal_error'));
    expect(Math.min(bad.received.length, good.received.length)).toBeGreaterThan(10);
    for (const service of [bad, good]) service.respond = () => 'ok';
    expect(await codesOf(20, () => call(client))).toEqual(Array(20).fill('ok'));
  });

  it('with service_unavailable has its reads answered by another one, and its writes not', async () => {
    const { bad, good, client } = await startPair('127.0.0.13', '127.0.0.14');
    bad.respond = failing('service_unavailable');
    const reads = await codesOf(20, () => call(client, 'ticket.get'));
    expect(reads).toEqual(Array(20).fill('ok'));
    expect(bad.received.length).toBeGreaterThan(0);
    const [failed, made] = [bad.received.length, good.received.length];
    good.respond = failing('service_unavailable');
    await codesOf(10, () => call(client));
    expect(bad.received.length + good.received.length).toBe(failed + made + 10);
  });

  it('because a workspace takes too much is not ejected, and its answer is final', async () => {
    const { bad, good, client } = await startPair('127.0.0.15', '127.0.0.16');
    for (const service of [bad, good])
      service.respond = () => {
        throw new ApiError('service_unavailable', { retryAfter: 1 });
      };
    expect(await codesOf(60, () => call(client, 'ticket.get'))).toEqual(
      Array(60).fill('service_unavailable'),
    );
    expect(bad.received.length + good.received.length).toBe(60);
    good.respond = () => 'ok';
    const codes = await codesOf(60, () => call(client, 'ticket.get'));
    expect(codes.filter((code) => code !== 'ok').length).toBeGreaterThan(10);
  });
});

it('retries at most one of ten calls that were answered', () => {
  const budget = new RetryBudget();
  let retried = 0;
  for (let i = 0; i < 1_000; i += 1) {
    budget.deposit();
    if (budget.withdraw()) retried += 1;
  }
  expect(retried).toBeGreaterThan(90);
  expect(retried).toBeLessThanOrEqual(110);
});
