import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';

const STREAMS = 1_000;
/** For each stream. */
const BYTES_MAX = 20 * 1024;

interface Memory {
  heap: number;
  rss: number;
}

let gateway: ChildProcess;
let url: URL;
let tokens: string[];
const sockets: Socket[] = [];
/** Streams whose head has arrived. */
let opened = 0;

const ask = async (): Promise<Memory> => {
  gateway.send('memory');
  const [memory] = (await once(gateway, 'message')) as [Memory];
  return memory;
};

beforeAll(async () => {
  gateway = fork(join(import.meta.dirname, 'gateway-memory.mjs'), { execArgv: ['--expose-gc'] });
  const [ready] = (await once(gateway, 'message')) as [{ url: string; tokens: string[] }];
  url = new URL(ready.url);
  ({ tokens } = ready);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  gateway.send('stop');
  await once(gateway, 'exit');
});

async function open(count: number): Promise<void> {
  const wanted = opened + count;
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(url.port), url.hostname);
    const token = tokens[sockets.length % tokens.length];
    sockets.push(socket);
    socket.write(
      `GET /v1/events/stream HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\nUser-Agent: idle\r\n` +
        'Accept: text/event-stream\r\nAccept-Encoding: gzip, br\r\nCache-Control: no-cache\r\n\r\n',
    );
    let text = '';
    const read = (bytes: Buffer) => {
      text += bytes.toString();
      if (!text.includes('\r\n\r\n')) return;
      expect(text).toMatch(/^HTTP\/1.1 200 /);
      opened += 1;
      socket.off('data', read).resume();
    };
    socket.on('data', read);
  }
  await eventually(() => opened === wanted);
}

it(`costs at most 20 KiB of the gateway's memory for each of ${STREAMS} idle event streams`, async () => {
  // What the first ones load and allocate stays, however many follow.
  await open(STREAMS);
  const before = await ask();
  await open(STREAMS);
  const after = await ask();
  const heap = (after.heap - before.heap) / STREAMS;
  const rss = (after.rss - before.rss) / STREAMS;
  console.log(`an idle event stream: heap ${Math.round(heap)} bytes, rss ${Math.round(rss)} bytes`);
  expect(heap).toBeLessThan(BYTES_MAX);
  expect(rss).toBeLessThan(BYTES_MAX);
});
