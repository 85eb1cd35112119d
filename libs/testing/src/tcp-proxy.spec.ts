import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';
import { TcpProxy } from './tcp-proxy.ts';

describe('a wire that has lost its connections', () => {
  let server: Server;
  let proxy: TcpProxy;
  let client: Socket;
  /** What the server has of each connection. */
  let taken: { socket: Socket; text: string; isOver: boolean }[];

  beforeEach(async () => {
    taken = [];
    server = createServer((socket) => {
      const one = { socket, text: '', isOver: false };
      taken.push(one);
      socket.on('data', (chunk) => (one.text += chunk.toString()));
      socket.on('close', () => (one.isOver = true));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await TcpProxy.start({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    client = connect(proxy.port, '127.0.0.1');
    client.write('before');
    await eventually(() => taken[0]?.text === 'before');
    proxy.vanish();
  });

  afterEach(async () => {
    client.destroy();
    for (const { socket } of taken) socket.destroy();
    await proxy.close();
    server.close();
  });

  it('counts them until the client gives them up, and tells the server nothing', async () => {
    client.write('after');
    expect(proxy.connections).toBe(1);
    client.destroy();
    await eventually(() => proxy.connections === 0);
    expect(taken[0]).toMatchObject({ text: 'before', isOver: false });
  });

  it('carries new ones', async () => {
    const next = connect(proxy.port, '127.0.0.1');
    next.write('new');
    await eventually(() => taken[1]?.text === 'new');
    expect(proxy.connections).toBe(2);
    next.destroy();
  });

  it('ends them when it refuses connections', async () => {
    await proxy.refuse();
    await eventually(() => taken[0]?.isOver === true);
    await eventually(() => client.closed);
    expect(proxy.connections).toBe(0);
  });
});
