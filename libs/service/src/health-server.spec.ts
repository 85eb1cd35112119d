import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Counter } from '@parley/kernel';
import { HealthConfig, HealthServer } from './health-server.ts';

let health: HealthServer | undefined;
afterEach(() => health?.close());

async function start(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  health = new HealthServer();
  await health.start(new HealthConfig({ HEALTH_PORT: String(port) }));
  return `http://127.0.0.1:${port}`;
}

describe('the health server', () => {
  it('serves the metrics of the process in the Prometheus text format', async () => {
    const greetings = new Counter({
      name: 'parley_test_greetings_total',
      help: 'Greetings',
      labelNames: ['kind'],
    });
    greetings.inc({ kind: 'short' }, 2);
    const response = await fetch(`${await start()}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await response.text();
    expect(text).toContain('parley_test_greetings_total{kind="short"} 2');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('is healthy, ready between start and drain, and serves no other path', async () => {
    const url = await start();
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/')]).toEqual([
      200, 503, 404,
    ]);
    health?.setReady(true);
    expect(await statusOf('/readyz')).toBe(200);
    health?.setReady(true, () => Promise.reject(new Error('no connection')));
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
    health?.setReady(true, () => Promise.resolve());
    expect(await statusOf('/readyz')).toBe(200);
    health?.setReady(false);
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  });
});
