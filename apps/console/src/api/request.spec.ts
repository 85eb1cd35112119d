import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connected, ConnectionFailure, isRepeatable, sendRequest } from './request.ts';

let server: Server;
let url: string;
let answer: RequestListener;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const SOON_MS = 50;
const timeout = { name: 'TimeoutError' };

describe('a request of the browser', () => {
  it('ends with a timeout when no answer comes', async () => {
    answer = () => undefined;
    await expect(sendRequest(new Request(url), SOON_MS)).rejects.toMatchObject(timeout);
  });

  it('that has an idempotency key is told by its response and its error', async () => {
    answer = (_request, response) => response.end();
    const headers = { 'idempotency-key': 'k1' };
    expect(isRepeatable(await sendRequest(new Request(url)))).toBe(false);
    expect(isRepeatable(await sendRequest(new Request(url, { headers })))).toBe(true);
    answer = () => undefined;
    const failed = sendRequest(new Request(url, { headers }), SOON_MS);
    expect(isRepeatable((await failed.catch((error: unknown) => error)) as Error)).toBe(true);
  });

  it('ends with a timeout when the answer stops in its middle', async () => {
    answer = (_request, response) => void response.write('half');
    const response = await sendRequest(new Request(url), 500);
    await expect(connected(response.text())).rejects.toMatchObject(timeout);
  });

  it('ends when its page does not need it any more', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    const request = new Request(url, { signal: controller.signal });
    await expect(sendRequest(request)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('tells of a connection that is lost before or within the answer', async () => {
    answer = (request) => request.socket.destroy();
    await expect(sendRequest(new Request(url))).rejects.toBeInstanceOf(ConnectionFailure);
    answer = (request, response) => response.write('half', () => request.socket.destroy());
    const response = await sendRequest(new Request(url));
    await expect(connected(response.text())).rejects.toBeInstanceOf(ConnectionFailure);
  });
});
