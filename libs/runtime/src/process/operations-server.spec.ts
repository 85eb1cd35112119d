import { afterEach, describe, expect, it } from '@jest/globals';
import { Counter } from '../metrics.ts';
import { Health } from './health.ts';
import { OperationsConfig, OperationsServer } from './operations-server.ts';

let server: OperationsServer | undefined;
afterEach(() => server?.close());

let isDraining = false;
async function start(): Promise<{ checks: Health; url: string; see: (path: string) => Promise<unknown> }> {
  isDraining = false;
  const checks = new Health(() => isDraining);
  server = new OperationsServer('ticket', checks);
  const url = `http://127.0.0.1:${await server.start(new OperationsConfig({ OPERATIONS_PORT: '0' }))}`;
  const see = async (path: string) => {
    const response = await fetch(`${url}/healthz/${path}`);
    const { checks: found } = (await response.json()) as { checks: unknown };
    return [response.status, found];
  };
  return { checks, url, see };
}

describe('the operations server', () => {
  it('serves the metrics of the process in the Prometheus text format', async () => {
    const greetings = new Counter({
      name: 'parley_test_greetings_total',
      help: 'Greetings',
      labelNames: ['kind'],
    });
    greetings.inc({ kind: 'short' }, 2);
    const { url } = await start();
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await response.text();
    expect(text).toContain('parley_test_greetings_total{kind="short"} 2');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('serves no other path, and only reads', async () => {
    const { url } = await start();
    for (const path of ['/', '/healthz', '/healthz/other'])
      expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(`${url}/healthz/live`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/healthz/live`, { method: 'HEAD' })).status).toBe(200);
  });

  it('says what a start waits for, and is alive meanwhile', async () => {
    const { checks, see } = await start();
    expect(await see('startup')).toEqual([503, { process: 'starting' }]);
    checks.setWaiting('database ticket', 'pending: 0001-init');
    const waiting = [503, { 'database ticket': 'pending: 0001-init' }];
    expect([await see('startup'), await see('ready'), await see('live')]).toEqual([
      waiting,
      waiting,
      [200, {}],
    ]);
    checks.setWaiting('database ticket', null);
    checks.setStarted();
    expect([await see('startup'), await see('ready')]).toEqual([
      [200, {}],
      [200, {}],
    ]);
  });

  it('is ready while the required parts work, until it drains', async () => {
    const { checks, see } = await start();
    checks.setStarted();
    let reason: string | null = null;
    const remove = checks.addCheck('ready', 'database', () => reason);
    checks.addCheck('note', 'bus', () => 'not consuming');
    expect(await see('ready')).toEqual([200, { database: 'ok', bus: 'not consuming' }]);
    reason = 'no connection';
    expect(await see('ready')).toEqual([503, { database: 'no connection', bus: 'not consuming' }]);
    remove();
    checks.addCheck('ready', 'other', () => Promise.reject(new Error('refused')));
    expect(await see('ready')).toEqual([503, { bus: 'not consuming', other: 'refused' }]);
    isDraining = true;
    expect(await see('ready')).toEqual([503, { process: 'draining' }]);
    expect([await see('live'), await see('startup')]).toEqual([
      [200, {}],
      [200, {}],
    ]);
  });

  it('is not alive once a part is stuck, whatever its readiness', async () => {
    const { checks, see } = await start();
    checks.addCheck('live', 'bus', () => 'no consumer starts');
    expect(await see('live')).toEqual([503, { bus: 'no consumer starts' }]);
  });

  it('says which port it cannot use', async () => {
    const { url } = await start();
    const { port } = new URL(url);
    await expect(
      new OperationsServer('ticket').start(new OperationsConfig({ OPERATIONS_PORT: port })),
    ).rejects.toThrow(`OPERATIONS_PORT: port ${port} on 127.0.0.1 is in use`);
  });
});
