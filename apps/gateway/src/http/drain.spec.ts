import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { HeldTimeouts } from '@parley/testing';
import { startGateway } from '../index.ts';
import { TICKET_ID, startHarness } from '../gateway.fixture.ts';

describe('a gateway that shuts down', () => {
  it('serves on for DRAIN_DELAY, not ready and without keeping connections', async () => {
    using delays = new HeldTimeouts(3_600_000);
    const harness = await startHarness({ DRAIN_DELAY: '1h' });
    const get = (path: string) => fetch(harness.url + path);
    const ready = await get('/healthz');
    expect([ready.status, ready.headers.get('keep-alive')]).toEqual([200, 'timeout=620']);
    let closed = false;
    const closing = harness.gateway.close().then(() => (closed = true));
    const probe = await get('/healthz');
    expect([probe.status, probe.headers.get('connection')]).toEqual([503, 'close']);
    const answer = await harness.request(`/v1/tickets/${TICKET_ID}`);
    expect([answer.status, answer.headers.get('connection'), closed]).toEqual([200, 'close', false]);
    delays.end();
    await closing;
    await expect(get('/healthz')).rejects.toThrow();
    await harness.authenticator.close();
  });

  it('accepts a second request to shut down', async () => {
    const harness = await startHarness();
    await Promise.all([harness.gateway.close(), harness.gateway.close()]);
    await harness.close();
  });
});

describe('what runs before a gateway listens', () => {
  it('has ended when it takes its port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const GATEWAY_PORT = String((other.address() as AddressInfo).port);
    const release = async () => {
      other.close();
      await once(other, 'close');
    };
    const harness = await startHarness({ GATEWAY_PORT }, [], release);
    expect(new URL(harness.url).port).toBe(GATEWAY_PORT);
    await harness.close();
  });

  it('keeps it from starting if it fails', async () => {
    const start = startHarness({}, [], () => Promise.reject(new Error('access denied')));
    await expect(start).rejects.toThrow('access denied');
  });
});

describe('a gateway that cannot start', () => {
  it('reports every invalid environment variable', async () => {
    const env = { GATEWAY_PORT: 'x', TRUST_PROXY_CIDRS: '10.0.0.0/33', REQUEST_TIMEOUT: '10' };
    await expect(startGateway({ env, providers: [] })).rejects.toThrow(
      /GATEWAY_PORT[^]*TRUST_PROXY_CIDRS[^]*REQUEST_TIMEOUT/,
    );
  });

  it('rejects if its port is in use', async () => {
    const harness = await startHarness();
    await expect(startHarness({ GATEWAY_PORT: new URL(harness.url).port })).rejects.toThrow(/EADDRINUSE/);
    await harness.close();
  });
});
