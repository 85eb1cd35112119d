import { describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { gate } from '@parley/testing';
import { newSender, raw, send } from './sending.fixture.ts';
import type { Resolve } from '@parley/egress';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
describe('a connection', () => {
  it('is reused after a response that was read completely', async () => {
    const receiver = await raw((socket) => socket.write(OK));
    const sender = newSender();
    for (let n = 0; n < 5; n += 1) expect(await send(sender, receiver.url)).toMatchObject({ error: null });
    expect(receiver.connections).toBe(1);
  });

  it('is not reused after its maximum age', async () => {
    const receiver = await raw((socket) => socket.write(OK));
    const sender = newSender({ maxAgeMs: 0 });
    for (let n = 0; n < 3; n += 1) expect(await send(sender, receiver.url)).toMatchObject({ error: null });
    expect(receiver.connections).toBe(3);
    await receiver.hungUp(0);
  });

  it('is closed after the idle timeout, even if the receiver allows more', async () => {
    const receiver = await raw((socket) =>
      socket.write(OK.replace('\r\n\r\n', '\r\nkeep-alive: timeout=600\r\n\r\n')),
    );
    await send(newSender({ idleMs: 50 }), receiver.url);
    await receiver.hungUp(0);
  });

  it('counts towards the limit per origin, and all deliveries are sent eventually', async () => {
    let [busy, most] = [0, 0];
    const receiver = await raw((socket) => {
      most = Math.max(most, (busy += 1));
      setImmediate(() => {
        busy -= 1;
        socket.write(OK);
      });
    });
    const sender = newSender({ socketsPerOrigin: 3 });
    const attempts = await Promise.all(Array.from({ length: 60 }, () => send(sender, receiver.url)));
    expect(attempts.filter(({ error }) => error !== null)).toEqual([]);
    expect(most).toBeLessThanOrEqual(3);
    expect(receiver.connections).toBe(3);
  });
});

it('the connections of an origin are closed if least recently used, but not before their request has ended', async () => {
  const [held, hold] = gate<Socket>();
  const first = await raw((socket, nth) => (nth === 1 ? void socket.write(OK) : hold(socket)));
  const second = await raw((socket) => socket.write(OK));
  const sender = newSender({ origins: 1 });
  await send(sender, first.url);
  const underWay = send(sender, first.url);
  const socket = await held;
  await send(sender, second.url);
  socket.write(OK);
  expect(await underWay).toMatchObject({ error: null });
  await first.hungUp(0);
  expect(await send(sender, second.url)).toMatchObject({ error: null });
  expect([first.connections, second.connections]).toEqual([1, 1]);
});

it('a keep-alive connection that the receiver has closed is replaced only once', async () => {
  let count = 0;
  const receiver = await raw((socket) => ((count += 1) === 1 ? socket.write(OK) : socket.resetAndDestroy()));
  const sender = newSender();
  await send(sender, receiver.url);
  expect(await send(sender, receiver.url)).toMatchObject({ statusCode: null, error: 'connection_reset' });
  expect(count).toBe(3);
});

describe('a sender', () => {
  it('ends an attempt as cancelled if its signal is aborted', async () => {
    const abort = new AbortController();
    const receiver = await raw(() => abort.abort());
    const sender = newSender();
    expect(await send(sender, receiver.url, { signal: abort.signal })).toMatchObject({
      error: 'cancelled',
      statusCode: null,
    });
    expect(await send(sender, receiver.url, { signal: abort.signal })).toMatchObject({ error: 'cancelled' });
    expect(receiver.connections).toBe(1);
  });

  it('sends nothing if the name is resolved after the deadline', async () => {
    let requests = 0;
    const receiver = await raw(() => (requests += 1));
    const [resolved, answer] = gate<Awaited<ReturnType<Resolve>>>();
    const sender = newSender({ resolve: () => resolved });
    const url = `http://receiver.test:${receiver.port}/`;
    expect(await send(sender, url, { timeoutMs: 100 })).toMatchObject({ error: 'timeout' });
    answer([{ address: '127.0.0.1', family: 4 }]);
    await receiver.hungUp();
    expect(requests).toBe(0);
  });

  it('finishes deliveries, rejects new ones and closes its connections on shutdown', async () => {
    const [arrived, arrive] = gate<Socket>();
    const receiver = await raw(arrive);
    const sender = newSender();
    const running = send(sender, receiver.url);
    const socket = await arrived;
    const closing = sender.close();
    await expect(send(sender, receiver.url)).rejects.toThrow('closed');
    socket.write(OK);
    expect(await running).toMatchObject({ statusCode: 200, error: null });
    await closing;
    await receiver.hungUp();
  });

  it('ignores proxies in the environment', async () => {
    const proxy = await raw((socket) => socket.write(OK));
    const receiver = await raw((socket) => socket.write(OK));
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;
    try {
      expect(await send(newSender(), receiver.url)).toMatchObject({ error: null });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
    expect([receiver.connections, proxy.connections]).toEqual([1, 0]);
  });
});
