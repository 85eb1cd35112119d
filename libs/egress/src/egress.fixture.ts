import { afterEach } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Resolve } from './egress-guard.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** Closes it after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one);
  return one;
}

/** A server that accepts connections and counts them. */
export async function listen(host = '127.0.0.1'): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()));
  server.listen(0, host);
  await once(server, 'listening');
  closing({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A resolver that gives these answers in turn, and then the last one for ever. */
export function resolver(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
}
