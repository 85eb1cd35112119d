import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ApiError } from '@parley/contracts';
import { remaining, type TenantContext } from '@parley/runtime/context';
import type { HandlerResult } from '@parley/runtime/handlers';
import { eventually, gate } from '@parley/testing';
import { userContext, failureOf, rpcConformance } from '../rpc.conformance.ts';
import { callerOf, closed, FakeService, listen, proxyTo, silentLogger, tcpRpc } from './tcp.fixture.ts';
import type { Dispatch } from '../transport.ts';
import { RpcConfig } from './rpc.config.ts';
import type { TcpRpc } from './tcp-rpc.ts';
import { TcpServer } from './tcp-server.ts';

rpcConformance('by TCP', async (dispatch) => {
  const server = tcpRpc();
  const stop = await listen(server, dispatch);
  const { host, port } = server.server.address();
  return { rpc: callerOf([`ticket=${host}:${port}`]), stop };
});

const read = (rpc: TcpRpc, timeoutMs?: number) =>
  rpc.call('ticket', 'ticket.get', userContext(timeoutMs), {});
const write = (rpc: TcpRpc, ctx: TenantContext = userContext()) =>
  rpc.call('ticket', 'ticket.create', ctx, {});
const keyed = (): TenantContext => ({
  ...userContext(),
  idempotency: { key: 'k', credentialId: 'c', fingerprint: 'f' },
});

describe('a process that dies', () => {
  it('fails its pending calls immediately and is used again after it restarts', async () => {
    const ticket = await FakeService.start();
    const proxy = await proxyTo(ticket);
    const rpc = callerOf([proxy.entry]);
    ticket.hold();
    const calls = Array.from({ length: 5 }, () => failureOf(write(rpc)));
    await eventually(() => expect(ticket.received).toHaveLength(5));
    await proxy.refuse();
    // They end while their handlers still run.
    for (const failure of await Promise.all(calls))
      expect(failure.toJSON()).toMatchObject({ code: 'outcome_unknown', status: 503 });
    ticket.release();
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
    await proxy.accept();
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('fails only its own calls and gets calls again after its restart', async () => {
    const [one, two] = [
      await FakeService.start({ RPC_HOST: '127.0.0.2' }),
      await FakeService.start({ RPC_HOST: '127.0.0.3' }),
    ];
    const proxy = await proxyTo(one);
    const rpc = callerOf([proxy.entry, two.entry]);
    for (const service of [one, two]) service.hold();
    const calls = Array.from({ length: 40 }, () =>
      write(rpc).then(
        () => 'ok',
        () => 'failed',
      ),
    );
    await eventually(() => expect(one.received.length + two.received.length).toBe(40));
    expect(one.received.length).toBeGreaterThan(10);
    expect(two.received.length).toBeGreaterThan(10);

    const [lost, kept] = [one.received.length, two.received.length];
    await proxy.refuse();
    two.release();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(lost);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(kept);

    // Callers do not notice that it is down.
    one.release();
    const after = await Promise.all(Array.from({ length: 40 }, () => write(rpc)));
    expect(after).toHaveLength(40);
    expect(one.received).toHaveLength(lost);

    await proxy.accept();
    await eventually(async () => {
      await write(rpc);
      expect(one.received.length).toBeGreaterThan(lost);
    });
  });

  it('without closing its connections is detected by missed heartbeats, and calls end at their deadline', async () => {
    const ticket = await FakeService.start();
    const proxy = await proxyTo(ticket);
    const rpc = callerOf([proxy.entry]);
    await write(rpc);
    proxy.blackhole();
    expect((await failureOf(read(rpc, 500))).message).toBe('The request took too long. Try again.');
    // By missed heartbeats, long before its deadline.
    const ctx = userContext(3_600_000);
    expect((await failureOf(write(rpc, ctx))).code).toBe('outcome_unknown');
    proxy.heal();
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });
});

describe('a process that accepts connections and never answers', () => {
  const blackHole = async (): Promise<string> => {
    const proxy = await proxyTo(await FakeService.start());
    proxy.blackhole();
    return proxy.entry;
  };

  it('delays no call past its deadline', async () => {
    const rpc = callerOf([await blackHole()]);
    expect((await failureOf(read(rpc, 300))).status).toBe(503);
  });

  it('gets no calls: they go to the other instances', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf([await blackHole(), ticket.entry], { RPC_CONNECT_TIMEOUT: '300ms' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(rpc)));
    expect(answers).toHaveLength(20);
    expect(ticket.received).toHaveLength(20);
  });

  it('delays no call if it was to be connected ahead of them', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf([await blackHole(), ticket.entry], { RPC_CONNECT_TIMEOUT: '300ms' });
    await rpc.warmUp();
    // None of these has the time to wait for another attempt to connect.
    await Promise.all(Array.from({ length: 20 }, () => write(rpc)));
    expect(ticket.received).toHaveLength(20);
  });
});

it('a process may take connections slowly, within the deadline of the call', async () => {
  const ticket = await FakeService.start();
  const proxy = await proxyTo(ticket);
  proxy.blackhole();
  const rpc = callerOf([proxy.entry]);
  const calls = [write(rpc), write(rpc), failureOf(write(rpc, userContext(100)))] as const;
  await calls[2];
  proxy.heal();
  await Promise.all(calls);
  expect(ticket.received).toHaveLength(2);
});

describe('connections ahead of the first call', () => {
  it('are opened by `warmUp`, and serve the call', async () => {
    const proxy = await proxyTo(await FakeService.start());
    const rpc = callerOf([proxy.entry]);
    await rpc.warmUp();
    expect(proxy.connections).toBe(1);
    expect((await read(rpc)).value).toBe('ok');
    await rpc.warmUp();
    expect(proxy.connections).toBe(1);
  });

  it('are opened as soon as a process that was not there listens', async () => {
    const proxy = await proxyTo(await FakeService.start());
    await proxy.refuse();
    const rpc = callerOf([proxy.entry]);
    await rpc.warmUp();
    await proxy.accept();
    await eventually(() => proxy.connections === 1);
  });
});

describe('the queue of a service', () => {
  it('is bounded: a call beyond the limit fails immediately, and each reply frees a slot', async () => {
    const ticket = await FakeService.start();
    ticket.hold();
    const rpc = callerOf([ticket.entry], { RPC_QUEUE_LIMIT: '3' });
    const calls = [write(rpc), write(rpc), write(rpc)];
    // While all others still wait.
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
    await eventually(() => expect(ticket.received).toHaveLength(3));
    ticket.release();
    await Promise.all(calls);
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('frees slots when deadlines pass', async () => {
    const ticket = await FakeService.start();
    ticket.hold();
    const rpc = callerOf([ticket.entry], { RPC_QUEUE_LIMIT: '2' });
    await Promise.all([failureOf(read(rpc, 100)), failureOf(read(rpc, 100))]);
    ticket.release();
    await expect(read(rpc)).resolves.toMatchObject({ value: 'ok' });
  });
});

describe('a call whose reply is lost', () => {
  /** A call whose connection ends while it runs, with its result or the code of its error. */
  async function loseReply(call: (rpc: TcpRpc) => Promise<HandlerResult>, respond?: () => unknown) {
    const ticket = await FakeService.start({}, 0, respond);
    const proxy = await proxyTo(ticket);
    const rpc = callerOf([proxy.entry]);
    ticket.hold();
    const outcome = call(rpc).then(
      ({ value }) => value,
      (error: unknown) => (error as ApiError).code,
    );
    await eventually(() => expect(ticket.received).toHaveLength(1));
    proxy.cut();
    ticket.release();
    return { ticket, rpc, outcome: await outcome };
  }

  it('is not retried if it writes', async () => {
    const { ticket, rpc, outcome } = await loseReply(write);
    expect(outcome).toBe('outcome_unknown');
    await write(rpc);
    expect(ticket.received).toHaveLength(2);
  });

  it.each([
    ['it reads', (rpc: TcpRpc) => read(rpc)],
    ['it has an idempotency key', (rpc: TcpRpc) => write(rpc, keyed())],
  ])('is retried if %s', async (_, call) => {
    const { ticket, outcome } = await loseReply(call);
    expect([outcome, ticket.received.length]).toEqual(['ok', 2]);
  });

  it('is retried once', async () => {
    const ticket = await FakeService.start();
    const proxy = await proxyTo(ticket);
    const rpc = callerOf([proxy.entry]);
    ticket.hold();
    const failure = failureOf(read(rpc));
    await eventually(() => expect(ticket.received).toHaveLength(1));
    proxy.cut();
    await eventually(() => expect(ticket.received).toHaveLength(2));
    proxy.cut();
    expect((await failure).code).toBe('service_unavailable');
    expect(ticket.received).toHaveLength(2);
  });

  it.each(['idempotency_in_progress', 'service_unavailable'] as const)(
    'has an unknown outcome if its second attempt, which knows nothing of the first, ends as %s',
    async (code) => {
      const fail = () => {
        throw new ApiError(code);
      };
      const { rpc, outcome } = await loseReply((one) => write(one, keyed()), fail);
      expect(outcome).toBe('outcome_unknown');
      expect((await failureOf(write(rpc, keyed()))).code).toBe(code);
    },
  );

  it('is retried elsewhere if it was never sent, even if it writes', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf(['ticket=127.0.0.1:1', ticket.entry]);
    await Promise.all(Array.from({ length: 20 }, () => write(rpc)));
    expect(ticket.received).toHaveLength(20);
  });
});

describe('a process that drains', () => {
  it('loses no call when processes restart one after the other under load', async () => {
    const services = [await FakeService.start(), await FakeService.start()];
    const rpc = callerOf(services.map((item) => item.entry));
    let calls = 0;
    let loading = true;
    const load = Array.from({ length: 8 }, async () => {
      while (loading) {
        await write(rpc);
        calls += 1;
      }
    });
    for (const item of [...services, ...services]) {
      const before = item.received.length;
      await item.stop();
      await item.open();
      await eventually(() => expect(item.received.length).toBeGreaterThan(before + 10));
    }
    loading = false;
    await Promise.all(load);
    expect(services.reduce((sum, item) => sum + item.received.length, 0)).toBe(calls);
  });

  it('sends a large last reply completely', async () => {
    const ticket = await FakeService.start({}, 0, () => 'x'.repeat(8 * 2 ** 20));
    ticket.hold();
    const rpc = callerOf([ticket.entry]);
    const answer = write(rpc);
    await eventually(() => expect(ticket.received).toHaveLength(1));
    const stopping = ticket.stop();
    ticket.release();
    expect(((await answer).value as string).length).toBe(8 * 2 ** 20);
    await stopping;
  });

  it('waits for a running call, and not for a client that neither reads nor closes its connection', async () => {
    const [ticket, other] = [await FakeService.start(), await FakeService.start()];
    const stuck = connect({ port: other.port, host: other.host, allowHalfOpen: true });
    await once(stuck, 'connect');
    stuck.on('error', () => undefined).pause();
    const rpc = callerOf([ticket.entry]);
    ticket.hold();
    const answer = write(rpc);
    await eventually(() => expect(ticket.received).toHaveLength(1));
    const stopping = ticket.stop();
    // That takes as long as clients may.
    await other.stop();
    stuck.destroy();
    ticket.release();
    await expect(answer).resolves.toMatchObject({ value: 'ok' });
    await stopping;
  });

  it('does not wait forever for calls that do not end', async () => {
    const [running, began] = gate();
    const never: Dispatch = () => {
      began();
      return new Promise(() => undefined);
    };
    const server = new TcpServer(new RpcConfig({}), silentLogger, 200);
    server.dispatch = never;
    await new Promise<void>((resolve) => server.listen(() => resolve()));
    const rpc = callerOf([`ticket=127.0.0.1:${server.address().port}`]);
    const failure = failureOf(write(rpc));
    await running;
    await server.close();
    expect((await failure).code).toBe('outcome_unknown');
  });
});

const cycle: Record<string, unknown> = {};
cycle['itself'] = cycle;

it.each([
  ['contains a BigInt', () => ({ n: 1n })],
  ['contains itself', () => cycle],
  ['is too long', () => 'x'.repeat(20_000)],
])('a reply that %s is an internal error and does not affect other replies', async (_, answer) => {
  const ticket = await FakeService.start({ RPC_FRAME_LIMIT: '10000' });
  const rpc = callerOf([ticket.entry]);
  ticket.hold();
  const calls = [write(rpc), write(rpc)] as const;
  await eventually(() => expect(ticket.received).toHaveLength(2));
  let count = 0;
  ticket.respond = () => (count++ === 0 ? answer() : 'ok');
  const settled = Promise.allSettled(calls);
  ticket.release();
  expect(await settled).toMatchObject([
    { status: 'rejected', reason: { code: 'internal_error' } },
    { status: 'fulfilled', value: { value: 'ok' } },
  ]);
});

describe('a call', () => {
  it('that is not JSON or too long is an internal error and leaves the connection open', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf([ticket.entry], { RPC_FRAME_LIMIT: '10000' });
    for (const input of [{ n: 1n }, 'x'.repeat(20_000)])
      expect((await failureOf(rpc.call('ticket', 'ticket.create', userContext(), input))).code).toBe(
        'internal_error',
      );
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('that is longer than the service accepts fails alone', async () => {
    const ticket = await FakeService.start({ RPC_FRAME_LIMIT: '10000' });
    const rpc = callerOf([ticket.entry]);
    const failure = failureOf(rpc.call('ticket', 'ticket.create', userContext(), 'x'.repeat(20_000)));
    expect((await failure).code).toBe('outcome_unknown');
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('carries the remaining time, independent of the clocks', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf([ticket.entry]);
    await write(rpc, userContext(60_000));
    const left = remaining(ticket.received[0]?.ctx as TenantContext);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('is not sent after its deadline', async () => {
    const ticket = await FakeService.start();
    const rpc = callerOf([ticket.entry]);
    await failureOf(read(rpc, -1));
    await write(rpc);
    expect(ticket.received).toHaveLength(1);
  });

  it('fails immediately if the caller closes', async () => {
    const ticket = await FakeService.start();
    ticket.hold();
    const rpc = callerOf([ticket.entry]);
    const failure = failureOf(write(rpc));
    await eventually(() => expect(ticket.received).toHaveLength(1));
    rpc.close();
    expect((await failure).code).toBe('outcome_unknown');
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
  });
});

describe('a port', () => {
  it.each([
    ['an HTTP request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an endless length', '1'.repeat(100)],
    ['a frame that is too long', '9999999999#'],
    ['a negative length', '-5#hello'],
    ['an empty frame', '0#'],
    ['a frame that is not JSON', '5#hello'],
    ['JSON that is not a request', '4#null'],
    ['a string', '3#"a"'],
    ['a request without id', '18#{"pattern":"call"}'],
    ['a request with an unknown pattern', '29#{"id":"1","pattern":"dance!!"}'],
    ['a call without content', '26#{"id":"1","pattern":"call"}'],
    ['bytes', Buffer.from([0, 255, 254, 35, 35, 35])],
  ])('closes the connection on %s and keeps serving', async (_, garbage) => {
    const ticket = await FakeService.start();
    const rpc = callerOf([ticket.entry]);
    const socket = connect(ticket.port, ticket.host);
    socket.on('error', () => undefined);
    const disconnected = closed(socket);
    socket.write(garbage);
    await disconnected;
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('that is in use fails the start', async () => {
    const ticket = await FakeService.start();
    const taken = tcpRpc({ RPC_PORT: String(ticket.port) });
    await expect(listen(taken, () => Promise.reject(new Error()))).rejects.toThrow('EADDRINUSE');
  });
});
