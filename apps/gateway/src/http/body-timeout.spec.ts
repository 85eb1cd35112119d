import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { BodyTimeout } from './body-timeout.ts';

const expired: (string | undefined)[] = [];
const timeout = new BodyTimeout(50, ({ url, socket }) => {
  expired.push(url);
  socket.destroy();
});
const server = createServer((request, response) => {
  timeout.start(request, response);
  if (request.url === '/own') timeout.stop(request);
  if (request.url === '/again') {
    timeout.stop(request);
    timeout.restart(request);
  }
  request.on('end', () => response.end()).on('error', () => undefined);
  request.resume();
});

beforeEach(async () => {
  expired.splice(0);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const send = (path: string, headers: Record<string, string> = {}) => {
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ port, path, method: 'POST', headers });
  request.on('error', () => undefined);
  return request;
};
/** Until a request that was sent last has expired. */
const last = async () => {
  send('/last').write('x');
  await eventually(() => expired.includes('/last'));
};

describe('a request', () => {
  it.each([
    ['in chunks', {}],
    ['of a known length', { 'content-length': '10' }],
  ])('whose body does not end in time expires: %s', async (_, headers) => {
    send('/slow', headers).write('x');
    await eventually(() => expired.includes('/slow'));
  });

  it('that is there in full, has no body, or a time of its own, does not', async () => {
    send('/full').end('x');
    send('/none').end();
    send('/own').write('x');
    await last();
    expect(expired).toEqual(['/last']);
  });

  it('has the usual time again after one of its own', async () => {
    send('/again').write('x');
    await eventually(() => expired.includes('/again'));
  });
});
