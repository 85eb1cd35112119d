import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { allowCidrs } from './allow-list.ts';
import { EgressGuard, type EgressOptions } from './egress-guard.ts';
import { listen, resolver } from './egress.fixture.ts';
import { NameResolutionError } from './name-resolver.ts';

const guard = (allow: string, options: Partial<EgressOptions> = {}) =>
  new EgressGuard({ allow: allowCidrs.parse(allow), ...options });

describe('a connection', () => {
  it('leads to an allowed address', async () => {
    const server = await listen();
    const socket = await guard('127.0.0.1/32').connect({ host: '127.0.0.1', port: server.port });
    expect(socket).toMatchObject({ remoteAddress: '127.0.0.1', connecting: false });
    socket.destroy();
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', 'localhost', 'mixed.test'])(
    'to %s is refused before it begins',
    async (host) => {
      const server = await listen();
      const resolve = resolver(['127.0.0.1', '8.8.8.8']);
      const options = host === 'mixed.test' ? { resolve } : {};
      await expect(guard('', options).connect({ host, port: server.port })).rejects.toMatchObject({
        code: 'target_not_allowed',
        message: 'the target is not allowed',
      });
      expect(server.sockets).toEqual([]);
    },
  );

  it('is closed if its peer has another address than the one that was asked for', async () => {
    const server = await listen();
    const call = guard('0.0.0.0/32').connect({ host: '0.0.0.0', port: server.port });
    await expect(call).rejects.toMatchObject({ code: 'target_not_allowed' });
  });

  it('to an allowed name reaches a private address', async () => {
    const server = await listen();
    const options = { allowHosts: ['*.internal'], resolve: resolver(['127.0.0.1']) };
    const socket = await guard('', options).connect({ host: 'relay.internal', port: server.port });
    socket.destroy();
    await expect(guard('', options).connect({ host: 'internal', port: server.port })).rejects.toMatchObject({
      code: 'target_not_allowed',
    });
  });

  it('to listed addresses only does not lead to other public ones', async () => {
    const server = await listen();
    const listed = { port: server.port, listedOnly: true };
    const socket = await guard('127.0.0.1/32').connect({ host: '127.0.0.1', ...listed });
    socket.destroy();
    for (const host of ['8.8.8.8', 'public.test', '127.0.0.2'])
      await expect(
        guard('127.0.0.1/32', { resolve: resolver(['8.8.8.8']) }).connect({ host, ...listed }),
      ).rejects.toMatchObject({ code: 'target_not_allowed' });
    const named = { allowHosts: ['relay.internal'], resolve: resolver(['127.0.0.1']) };
    (await guard('', named).connect({ host: 'relay.internal', ...listed })).destroy();
  });

  it('is tried at the next address of a name if the first refuses it', async () => {
    const server = await listen();
    const resolve = resolver(['127.0.0.99', '127.0.0.1']);
    const socket = await guard('127.0.0.0/8', { resolve }).connect({ host: 'two.test', port: server.port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });
});

describe('a connection fails', () => {
  it('as dns_failed if the name has no address', async () => {
    const failing = () => Promise.reject(new NameResolutionError('no address'));
    for (const resolve of [failing, resolver([])])
      await expect(guard('', { resolve }).connect({ host: 'none.test', port: 25 })).rejects.toMatchObject({
        code: 'dns_failed',
      });
  });

  it('as connection_refused if no process listens', async () => {
    const { port } = await listen('127.0.0.2');
    for (const addresses of [['127.0.0.1'], ['127.0.0.1', '127.0.0.3']])
      await expect(
        guard('127.0.0.0/8', { resolve: resolver(addresses) }).connect({ host: 'closed.test', port }),
      ).rejects.toMatchObject({ code: 'connection_refused' });
  });

  it('as connect_timeout if the time is over, also during name resolution', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    await expect(
      guard('', { resolve }).connect({ host: 'slow.test', port: 25, timeoutMs: 20 }),
    ).rejects.toMatchObject({ code: 'connect_timeout' });
  });

  it('with the reason of its signal', async () => {
    const reason = new Error('shutdown');
    const target = { host: 'slow.test', port: 25 };
    const waiting = guard('', { resolve: () => new Promise<never>(() => undefined) });
    await expect(waiting.connect({ ...target, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const abort = new AbortController();
    const call = waiting.connect({ ...target, signal: abort.signal });
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

it('a socket stays open after its signal is aborted', async () => {
  const server = await listen();
  const abort = new AbortController();
  const socket = await guard('127.0.0.1/32').connect({
    ...{ host: '127.0.0.1', port: server.port },
    signal: abort.signal,
  });
  abort.abort();
  socket.end();
  await once(socket.resume(), 'end');
});
