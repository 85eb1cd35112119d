import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { startGateway } from './index.ts';
import { TICKET_ID, openBench } from './gateway.fixture.ts';

describe('a gateway that is told to stop', () => {
  it('finishes the requests that run, tells their connections to close, and accepts no new ones', async () => {
    const bench = await openBench();
    const token = bench.issue();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    bench.desk.answer = () => held.then(() => ({ value: { id: TICKET_ID }, replayed: false }));
    const pending = bench.request(`/v1/tickets/${TICKET_ID}`, { token });
    while (bench.desk.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    let closed = false;
    const closing = bench.gateway.close().then(() => (closed = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(false);
    await expect(fetch(`${bench.url}/healthz`)).rejects.toThrow();
    release();
    const answer = await pending;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await closing;
    await bench.authenticator.close();
  });

  it('does not wait for idle connections, used or unused', async () => {
    const bench = await openBench();
    const port = Number(new URL(bench.url).port);
    const unused = connect(port, '127.0.0.1');
    await once(unused, 'connect');
    const used = request({
      port,
      host: '127.0.0.1',
      path: '/healthz',
      headers: { connection: 'keep-alive' },
    });
    used.end();
    const [response] = (await once(used, 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');
    const began = Date.now();
    await bench.close();
    expect(Date.now() - began).toBeLessThan(2000);
    unused.destroy();
  });

  it('may be told twice', async () => {
    const bench = await openBench();
    await Promise.all([bench.gateway.close(), bench.gateway.close()]);
    await bench.close();
  });
});

describe('a gateway that cannot start', () => {
  it('names every fault of its environment', async () => {
    const env = { GATEWAY_PORT: 'x', TRUST_PROXY_CIDRS: '10.0.0.0/33', REQUEST_TIMEOUT: '10' };
    await expect(startGateway({ env, providers: [] })).rejects.toThrow(
      /GATEWAY_PORT[^]*TRUST_PROXY_CIDRS[^]*REQUEST_TIMEOUT/,
    );
  });

  it('rejects when its port is taken', async () => {
    const bench = await openBench();
    await expect(openBench({ GATEWAY_PORT: new URL(bench.url).port })).rejects.toThrow(/EADDRINUSE/);
    await bench.close();
  });
});
