import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { remaining, type TenantContext } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { callerContext, failureOf, rpcConformance } from '../rpc.conformance.ts';
import { closed, Desk, silent, tcpRpc, Wire, type Settings } from './tcp.fixture.ts';
import type { Dispatch } from '../transport.ts';
import { RpcListener } from './rpc-listener.ts';
import type { TcpRpc } from './tcp-rpc.ts';

rpcConformance('by TCP', async (dispatch) => {
  const server = tcpRpc();
  const stop = await server.serve('ticket', dispatch);
  const { host, port } = server.address();
  const rpc = tcpRpc({ RPC_ADDRESSES: `ticket=${host}:${port}` });
  const close = async () => {
    rpc.close();
    await stop();
  };
  return { rpc, stop, close };
});

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function desk(...options: ConstructorParameters<typeof Desk>): Promise<Desk> {
  const started = await Desk.start(...options);
  cleanups.push(() => {
    started.letGo();
    return started.stop();
  });
  return started;
}

async function wireTo(target: Desk): Promise<Wire> {
  const wire = await Wire.to(target.address);
  cleanups.push(() => wire.cut().catch(() => undefined));
  return wire;
}

function callerOf(entries: readonly string[], env: Settings = {}): TcpRpc {
  const rpc = tcpRpc({ ...env, RPC_ADDRESSES: entries.join(',') });
  cleanups.push(() => rpc.close());
  return rpc;
}

const read = (rpc: TcpRpc, timeoutMs?: number) =>
  rpc.call('ticket', 'ticket.get', callerContext(timeoutMs), {});
const write = (rpc: TcpRpc, ctx: TenantContext = callerContext()) =>
  rpc.call('ticket', 'ticket.create', ctx, {});
const keyed = (timeoutMs?: number): TenantContext => ({
  ...callerContext(timeoutMs),
  idempotency: { key: 'k', credentialId: 'c', fingerprint: 'f' },
});

/** Milliseconds that it took. */
async function took(work: Promise<unknown>): Promise<number> {
  const began = Date.now();
  await work;
  return Date.now() - began;
}

describe('a process that dies', () => {
  it('fails the calls in flight at once, and is back in use soon after it is back', async () => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry]);
    ticket.holds = true;
    const calls = Array.from({ length: 5 }, () => failureOf(write(rpc)));
    await eventually(() => expect(ticket.received).toHaveLength(5));
    const failing = took(Promise.all(calls));
    await wire.cut();
    expect(await failing).toBeLessThan(300);
    expect((await calls[0])?.toJSON()).toMatchObject({ code: 'service_unavailable', status: 503 });
    ticket.letGo();
    expect(await took(failureOf(write(rpc)))).toBeLessThan(300);
    await wire.open();
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('takes only its own calls with it, and gets calls again within 10 s of its return', async () => {
    const [one, two] = [await desk({ RPC_HOST: '127.0.0.2' }), await desk({ RPC_HOST: '127.0.0.3' })];
    const wire = await wireTo(one);
    const rpc = callerOf([wire.entry, two.entry]);
    one.holds = two.holds = true;
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
    await wire.cut();
    two.letGo();
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(lost);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(kept);

    // It is gone, and nobody notices.
    one.letGo();
    const after = await Promise.all(Array.from({ length: 40 }, () => write(rpc)));
    expect(after).toHaveLength(40);
    expect(one.received).toHaveLength(lost);

    await wire.open();
    await eventually(async () => {
      await write(rpc);
      expect(one.received.length).toBeGreaterThan(lost);
    }, 10_000);
  }, 20_000);

  it('without a goodbye is found out by its silence, and the call ends at its deadline meanwhile', async () => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry]);
    await write(rpc);
    const accepted = wire.accepted;
    wire.freeze();
    const failure = failureOf(read(rpc, 500));
    expect(await took(failure)).toBeLessThan(800);
    expect((await failure).message).toBe('The request took too long. Try again.');
    // 3 beats of 2.5 s, and the one in which it was last heard; not the deadline.
    const patient = failureOf(write(rpc, callerContext(60_000)));
    expect(await took(patient)).toBeLessThan(13_000);
    await eventually(() => expect(wire.accepted).toBeGreaterThan(accepted));
  }, 20_000);
});

describe('a process that accepts connections and never answers', () => {
  async function blackHole(): Promise<string> {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    const sockets: { destroy: () => void }[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    await once(server, 'listening');
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `ticket=127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('holds nobody past the deadline', async () => {
    const rpc = callerOf([await blackHole()]);
    expect(await took(failureOf(read(rpc, 300)))).toBeLessThan(600);
  });

  it('gets no call: they go to the others', async () => {
    const ticket = await desk();
    const rpc = callerOf([await blackHole(), ticket.entry], { RPC_CONNECT_TIMEOUT: '300ms' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(rpc)));
    expect(answers).toHaveLength(20);
    expect(ticket.received).toHaveLength(20);
    expect(await took(Promise.all(Array.from({ length: 20 }, () => write(rpc))))).toBeLessThan(250);
  });
});

describe('a process that starts late', () => {
  it('is called as soon as it listens', async () => {
    const ticket = await desk();
    const { entry } = ticket;
    await ticket.stop();
    const rpc = callerOf([entry]);
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
    await ticket.open();
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('is waited for while it connects slowly, within the deadline', async () => {
    const ticket = await desk();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = createServer((inside) => {
      void released.then(() => {
        const outside = connect(Number(ticket.address.split(':')[1]), '127.0.0.1');
        for (const socket of [inside, outside]) socket.on('error', () => undefined);
        inside.pipe(outside).pipe(inside);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const rpc = callerOf([`ticket=127.0.0.1:${(server.address() as AddressInfo).port}`]);
    const calls = [write(rpc), write(rpc), failureOf(write(rpc, callerContext(100)))] as const;
    await calls[2];
    release();
    await Promise.all(calls);
    expect(ticket.received).toHaveLength(2);
  });
});

describe('the queue of a service', () => {
  it('is bounded: one more is refused at once, and room is made by each answer', async () => {
    const ticket = await desk();
    ticket.holds = true;
    const rpc = callerOf([ticket.entry], { RPC_QUEUE_LIMIT: '3' });
    const calls = [write(rpc), write(rpc), write(rpc)];
    const refused = failureOf(write(rpc));
    expect(await took(refused)).toBeLessThan(100);
    expect((await refused).code).toBe('service_unavailable');
    await eventually(() => expect(ticket.received).toHaveLength(3));
    ticket.letGo();
    await Promise.all(calls);
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('has room again after deadlines passed', async () => {
    const ticket = await desk();
    ticket.holds = true;
    const rpc = callerOf([ticket.entry], { RPC_QUEUE_LIMIT: '2' });
    await Promise.all([failureOf(read(rpc, 100)), failureOf(read(rpc, 100))]);
    ticket.letGo();
    await expect(read(rpc)).resolves.toMatchObject({ value: 'ok' });
  });
});

describe('a call whose answer is lost', () => {
  it('is made once when it changes something', async () => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry, wire.entry]);
    wire.loseNextReply();
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
    await write(rpc);
    expect(ticket.received).toHaveLength(2);
  });

  it.each([
    ['it only reads', (rpc: TcpRpc) => read(rpc)],
    ['it has an idempotency key', (rpc: TcpRpc) => write(rpc, keyed())],
  ])('is made again when %s', async (_, call) => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry]);
    wire.loseNextReply();
    await expect(call(rpc)).resolves.toMatchObject({ value: 'ok' });
    expect(ticket.received).toHaveLength(2);
  });

  it('is made again once, not for ever', async () => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry]);
    ticket.holds = true;
    const failure = failureOf(read(rpc));
    await eventually(() => expect(ticket.received).toHaveLength(1));
    wire.hangUp();
    await eventually(() => expect(ticket.received).toHaveLength(2));
    wire.hangUp();
    expect((await failure).code).toBe('service_unavailable');
    expect(ticket.received).toHaveLength(2);
  });

  it('of which our own first attempt still runs is unavailable, not in conflict with itself', async () => {
    const ticket = await desk();
    const wire = await wireTo(ticket);
    const rpc = callerOf([wire.entry]);
    wire.loseNextReply();
    ticket.answers = () => {
      if (ticket.received.length > 1) throw ticket.inProgress();
      return 'ok';
    };
    expect((await failureOf(write(rpc, keyed()))).code).toBe('service_unavailable');
    expect((await failureOf(write(rpc, keyed()))).code).toBe('idempotency_in_progress');
  });

  it('that was never sent goes elsewhere, whatever it does', async () => {
    const ticket = await desk();
    const rpc = callerOf(['ticket=127.0.0.1:1', ticket.entry]);
    await Promise.all(Array.from({ length: 20 }, () => write(rpc)));
    expect(ticket.received).toHaveLength(20);
  });
});

describe('a process that drains', () => {
  it('finishes the calls that run and sends their answers, while new ones go elsewhere', async () => {
    const [one, two] = [await desk(), await desk()];
    const rpc = callerOf([one.entry, two.entry]);
    one.holds = true;
    const calls = Array.from({ length: 20 }, () => write(rpc));
    await eventually(() => expect(one.received.length + two.received.length).toBe(20));
    const before = one.received.length;
    expect(before).toBeGreaterThan(0);
    const stopping = one.stop();
    const during = await Promise.all(Array.from({ length: 50 }, () => write(rpc)));
    expect(during).toHaveLength(50);
    expect(one.received).toHaveLength(before);
    one.letGo();
    expect(await Promise.all(calls)).toHaveLength(20);
    // The callers hang up by themselves.
    expect(await took(stopping)).toBeLessThan(500);
  });

  it('loses no call when processes restart one after the other under load', async () => {
    const desks = [await desk(), await desk()];
    const rpc = callerOf(desks.map((item) => item.entry));
    let calls = 0;
    let loading = true;
    const load = Array.from({ length: 8 }, async () => {
      while (loading) {
        await write(rpc);
        calls += 1;
      }
    });
    for (const item of [...desks, ...desks]) {
      const before = item.received.length;
      await item.stop();
      await item.open();
      await eventually(() => expect(item.received.length).toBeGreaterThan(before + 10), 10_000);
    }
    loading = false;
    await Promise.all(load);
    expect(desks.reduce((sum, item) => sum + item.received.length, 0)).toBe(calls);
  }, 40_000);

  it('sends a large last answer whole', async () => {
    const ticket = await desk({}, 0, () => 'x'.repeat(8 * 2 ** 20));
    ticket.holds = true;
    const rpc = callerOf([ticket.entry]);
    const answer = write(rpc);
    await eventually(() => expect(ticket.received).toHaveLength(1));
    const stopping = ticket.stop();
    ticket.letGo();
    expect(((await answer).value as string).length).toBe(8 * 2 ** 20);
    await stopping;
  });

  it('waits for a call for longer than callers get to hang up', async () => {
    const ticket = await desk();
    const rpc = callerOf([ticket.entry]);
    ticket.holds = true;
    const answer = write(rpc);
    await eventually(() => expect(ticket.received).toHaveLength(1));
    const stopping = ticket.stop();
    await pause(2_500);
    ticket.letGo();
    await expect(answer).resolves.toMatchObject({ value: 'ok' });
    await stopping;
  });

  it('does not wait for ever for calls that do not end', async () => {
    const options = { host: '127.0.0.1', port: 0, frameLimit: 1_000, tls: undefined };
    let began = (): void => undefined;
    const running = new Promise<void>((resolve) => (began = resolve));
    const never: Dispatch = () => {
      began();
      return new Promise(() => undefined);
    };
    const listener = await RpcListener.start(options, never, silent);
    const rpc = callerOf([`ticket=127.0.0.1:${listener.address().port}`]);
    const failure = failureOf(write(rpc));
    await running;
    expect(await took(listener.drain(200))).toBeLessThan(3_000);
    expect((await failure).code).toBe('service_unavailable');
  });

  it('does not wait for a caller that neither reads nor hangs up', async () => {
    const ticket = await desk();
    const [host = '', port] = ticket.address.split(':');
    const stuck = connect({ host, port: Number(port), allowHalfOpen: true });
    await once(stuck, 'connect');
    stuck.on('error', () => undefined).pause();
    expect(await took(ticket.stop())).toBeLessThan(3_000);
    stuck.destroy();
  });
});

describe('an answer', () => {
  it.each([
    ['holds a BigInt', () => ({ n: 1n })],
    [
      'holds itself',
      () =>
        Object.assign(
          { self: {} },
          {
            get me() {
              return this;
            },
          },
        ),
    ],
    ['is too long', () => 'x'.repeat(20_000)],
  ])('that %s is an internal error, and the others arrive', async (_, answer) => {
    const ticket = await desk({ RPC_FRAME_LIMIT: '10000' });
    const rpc = callerOf([ticket.entry]);
    ticket.holds = true;
    const calls = [write(rpc), write(rpc)] as const;
    await eventually(() => expect(ticket.received).toHaveLength(2));
    let count = 0;
    ticket.answers = () => (count++ === 0 ? answer() : 'ok');
    const settled = Promise.allSettled(calls);
    ticket.letGo();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'internal_error' } },
      { status: 'fulfilled', value: { value: 'ok' } },
    ]);
  });
});

describe('a call', () => {
  it('that is no JSON or too long is an internal error, and leaves the connection alone', async () => {
    const ticket = await desk();
    const rpc = callerOf([ticket.entry], { RPC_FRAME_LIMIT: '10000' });
    for (const input of [{ n: 1n }, 'x'.repeat(20_000)])
      expect((await failureOf(rpc.call('ticket', 'ticket.create', callerContext(), input))).code).toBe(
        'internal_error',
      );
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('that is longer than the service takes is lost alone', async () => {
    const ticket = await desk({ RPC_FRAME_LIMIT: '10000' });
    const rpc = callerOf([ticket.entry]);
    const failure = failureOf(rpc.call('ticket', 'ticket.create', callerContext(), 'x'.repeat(20_000)));
    expect((await failure).code).toBe('service_unavailable');
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('brings the time that is left, whatever the clocks say', async () => {
    const ticket = await desk();
    const rpc = callerOf([ticket.entry]);
    await write(rpc, callerContext(3_000));
    const left = remaining(ticket.received[0]?.ctx as TenantContext);
    expect(left).toBeGreaterThan(2_500);
    expect(left).toBeLessThanOrEqual(3_000);
  });

  it('whose deadline has passed is not sent', async () => {
    const ticket = await desk();
    const rpc = callerOf([ticket.entry]);
    await failureOf(read(rpc, -1));
    await write(rpc);
    expect(ticket.received).toHaveLength(1);
  });

  it('fails at once when the caller closes', async () => {
    const ticket = await desk();
    ticket.holds = true;
    const rpc = callerOf([ticket.entry]);
    const failure = failureOf(write(rpc));
    await eventually(() => expect(ticket.received).toHaveLength(1));
    rpc.close();
    expect((await failure).code).toBe('service_unavailable');
    expect((await failureOf(write(rpc))).code).toBe('service_unavailable');
  });
});

describe('a port', () => {
  it.each([
    ['an HTTP request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a length without end', '1'.repeat(100)],
    ['too long a frame', '9999999999#'],
    ['a negative length', '-5#hello'],
    ['an empty frame', '0#'],
    ['a frame that is no JSON', '5#hello'],
    ['JSON that is no request', '4#null'],
    ['a text', '3#"a"'],
    ['a request without id', '18#{"pattern":"call"}'],
    ['a request for something else', '29#{"id":"1","pattern":"dance!!"}'],
    ['a call without content', '26#{"id":"1","pattern":"call"}'],
    ['bytes', Buffer.from([0, 255, 254, 35, 35, 35])],
  ])('hangs up on %s, and serves on', async (_, garbage) => {
    const ticket = await desk();
    const rpc = callerOf([ticket.entry]);
    const [host = '', port] = ticket.address.split(':');
    const socket = connect(Number(port), host);
    socket.on('error', () => undefined);
    const hungUp = closed(socket);
    socket.write(garbage);
    await hungUp;
    await expect(write(rpc)).resolves.toMatchObject({ value: 'ok' });
  });

  it('that is taken is told when the service starts', async () => {
    const ticket = await desk();
    const port = ticket.address.split(':')[1] as string;
    await expect(
      tcpRpc({ RPC_PORT: port }).serve('ticket', () => Promise.reject(new Error())),
    ).rejects.toThrow('EADDRINUSE');
  });
});
