import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { gate } from '@parley/testing';
import { TimeoutError, withTimeout } from './timeout.ts';

const never = new Promise<number>(() => undefined);

describe('withTimeout', () => {
  it('returns the result or the error of work that settles in time', async () => {
    expect(await withTimeout(Promise.resolve(1), 1000, 'Work')).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('broken')), 1000, 'Work')).rejects.toThrow('broken');
  });

  it('throws an error that names the work, or returns the fallback', async () => {
    await expect(withTimeout(never, 10, 'Work')).rejects.toThrow(
      new TimeoutError('Work timed out after 10 ms'),
    );
    expect(await withTimeout(never, 10, () => 'fallback')).toBe('fallback');
  });

  it('does not run the fallback if the work has settled after all', async () => {
    let fallbacks = 0;
    const [work, settle] = gate<string>();
    const outcome = withTimeout(work, 5, () => (fallbacks += 1));
    // Right after the timer of the timeout, in the same turn of the event loop.
    setTimeout(() => settle('reply'), 5);
    const end = performance.now() + 20;
    while (performance.now() < end);
    expect(await outcome).toBe('reply');
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    expect(fallbacks).toBe(0);
  });

  it('accepts a reply that arrived in time while the process was stalled', async () => {
    const server = createServer((socket) => socket.write('reply')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
    await once(socket, 'connect');
    const reply = withTimeout(
      once(socket, 'data').then(() => 'reply'),
      50,
      () => 'late',
    );
    const end = Date.now() + 200;
    // The server runs in this process too and writes as soon as it has accepted the connection.
    await new Promise((resolve) => setTimeout(resolve, 5));
    while (Date.now() < end);
    expect(await reply).toBe('reply');
    socket.destroy();
    server.close();
  });
});
