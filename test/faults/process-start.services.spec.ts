import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, metricValue, parseMetrics } from '@parley/testing';
import { freePorts, SERVERS } from '../setup/services-process.mjs';
import { CLOSED, UNREACHABLE } from './closed-servers.ts';

const root = join(import.meta.dirname, '../..');
const KEY = Buffer.alloc(32, 7).toString('base64');

let child: ChildProcess | undefined;
let [stdout, stderr] = ['', ''];
afterEach(() => {
  child?.kill('SIGKILL');
});

function launch(args: readonly string[], env: NodeJS.ProcessEnv): void {
  [stdout, stderr] = ['', ''];
  child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
}

function start(app: string, env: Record<string, string>, options: readonly string[] = []): void {
  launch([...options, join(root, 'apps', app, 'dist/main.js')], {
    PATH: process.env['PATH'],
    ENCRYPTION_KEYS: KEY,
    RPC_SECRET: 'secret of the services in tests 91b04d',
    RPC_ADDRESSES: '',
    GATEWAY_PORT: '0',
    AUTH_PORT: '0',
    FILES_PORT: '0',
    MAIL_HTTP_PORT: '0',
    OPERATIONS_PORT: '0',
    ...env,
  });
}

const ended = async () => (await once(child as ChildProcess, 'close')) as [number | null, string | null];

it('a service whose database and broker are out at its start waits for them, says so, and obeys a signal', async () => {
  const [port = 0] = await freePorts(1);
  start('ticket', { ...CLOSED, OPERATIONS_PORT: String(port) });
  const probe = (path: string) => fetch(`http://127.0.0.1:${port}/healthz/${path}`);
  await eventually(async () => expect((await probe('live')).status).toBe(200));
  await eventually(() => expect(stdout).toContain('ECONNREFUSED'));
  for (const path of ['startup', 'ready']) {
    const answer = await probe(path);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        component: 'ticket',
        version: expect.any(String),
        status: 'failing',
        checks: { 'database ticket': expect.stringContaining('ECONNREFUSED') },
      },
    ]);
  }
  child?.kill('SIGTERM');
  expect(await ended()).toEqual([0, null]);
});

describe('a process', () => {
  it.each([
    ['ticket', 'DATABASE_URL', 'postgres://nobody:wrong-pass-7@'],
    ['ticket', 'AMQP_URL', 'amqp://nobody:wrong-pass-7@'],
    ['gateway', 'REDIS_URL', 'redis://nobody:wrong-pass-7@'],
  ] as const)('%s that is refused by the server of %s ends with one line', async (app, name, prefix) => {
    const url = new URL(SERVERS[name]);
    start(app, { ...CLOSED, [name]: `${prefix}${url.host}${url.pathname}` });
    expect((await ended())[0]).toBe(1);
    const lines = stderr.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^cannot start: ${name}: .* refuses the connection: `)),
    ]);
    expect(stdout + stderr).not.toContain('wrong-pass-7');
  });

  it('goes on after a promise was rejected without a handler, and logs it', async () => {
    const [port = 0] = await freePorts(1);
    start('ticket', { ...CLOSED, OPERATIONS_PORT: String(port) }, [
      '--import',
      "data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject(new Error('nobody waits'))})",
    ]);
    const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/healthz/live`)).ok;
    await eventually(isAlive);
    child?.kill('SIGUSR2');
    await eventually(() => expect(stdout).toMatch(/"process\.rejection\.unhandled".*nobody waits/));
    expect(await isAlive()).toBe(true);
  });

  it('ends with 0 if it gets a signal while it loads its modules', async () => {
    start('ticket', CLOSED, [
      '--import',
      './scripts/build/obey-signals.mjs',
      '--import',
      'data:text/javascript,process.kill(process.pid,"SIGTERM");await new Promise(setImmediate)',
    ]);
    expect(await ended()).toEqual([0, null]);
  });
});

it('a gateway has tried to reach the services when it begins to listen, and starts without them and Redis', async () => {
  const [port = 0, operations = 0] = await freePorts(2);
  start('gateway', {
    GATEWAY_PORT: String(port),
    OPERATIONS_PORT: String(operations),
    RPC_ADDRESSES: 'identity=127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true));
  const metrics = parseMetrics(await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text());
  const ejected = { callee: 'identity', state: 'ejected' };
  expect(metricValue(metrics, 'parley_rpc_instances', ejected)).toBe(1);
});

it.each([
  [{}, /^Port \d+ on 127\.0\.0\.1 is in use\. Set GATEWAY_PORT to another one\.$/, 1],
  [{ WEBHOOK_TIMEOUT: 'soon' }, /^WEBHOOK_TIMEOUT=soon: must be a duration/, 78],
  [{ RPC_ADDRESSES: 'ticket=127.0.0.1:4004' }, /^RPC_ADDRESSES: has no address of identity, contact, /, 78],
  [{ GATEWAY_PORT: '0', DATABASE_URL: CLOSED.DATABASE_URL }, UNREACHABLE.DATABASE_URL, 1],
] as [Record<string, string>, RegExp, number][])(
  'npm run services ends with one line before it starts a process, given %j',
  async (env, line, expected) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    launch([join(root, 'scripts/dev/services.mjs')], {
      ...process.env,
      NODE_OPTIONS: '',
      ...SERVERS,
      GATEWAY_PORT: String(port),
      ENCRYPTION_KEYS: KEY,
      ...env,
    });
    const [code] = await ended();
    other.close();
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).not.toContain('hidden');
    // It may have built what has changed since the last start.
    expect(stderr.replace('building…\n', '').trim().split('\n')).toEqual([
      'starting…',
      expect.stringMatching(line),
    ]);
  },
);
