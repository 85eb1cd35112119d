import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { services } from '@parley/contracts';
import { Operator } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import { Load } from '../load.ts';
import { pidIn } from '../pid-of.ts';
import {
  freePorts,
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../../setup/services-process.mjs';

interface Processes {
  operator: Operator;
  gateways: [string, string];
  /** Starts a process by its name: an app, or `ticket 2` for the second of an app. */
  start(name: string): Promise<void>;
  end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  pidOf(name: string): number;
}

export const REQUEST_TIMEOUT_MS = 10_000;

const [authPort = 0] = await freePorts(1);
export const authUrl = `http://127.0.0.1:${authPort}`;
/** Of all processes. All that is refused comes from one address. */
const SETTINGS = {
  AUTH_PORT: String(authPort),
  AUTH_URL: authUrl,
  REQUEST_TIMEOUT: `${REQUEST_TIMEOUT_MS}ms`,
  OAUTH_REQUESTS_PER_MINUTE: '1000000',
  PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  AUTH_FAILURES_PER_MINUTE: '1000000',
};

const running = new Map<string, RunningProcess>();
const own = new Map<string, Record<string, string>>();
let installation: Installation;

/** Two gateways and two ticket processes, one of every other service, and nobody who would start them again. */
export const processes = {
  async start(name) {
    const [app = ''] = name.split(' ');
    running.set(name, await startProcess(app, { ...installation.env, ...own.get(name) }));
  },
  async end(name, signal) {
    await running.get(name)?.end(signal);
    running.delete(name);
  },
  pidOf: (name) => pidIn(running, name),
} as Processes;

beforeAll(async () => {
  const [ticketPort = 0, port = 0, secondPort = 0, ...ports] = await freePorts(services.length + 3);
  const portOf = (service: string) => ports[services.findIndex((name) => name === service)] ?? 0;
  const others = services.filter((service) => service !== 'ticket');
  installation = await newInstallation({
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RPC_ADDRESSES: [
      ...['127.0.0.2', '127.0.0.3'].map((host) => `ticket=${host}:${ticketPort}`),
      ...others.map((service) => `${service}=127.0.0.1:${portOf(service)}`),
    ].join(','),
    ...SETTINGS,
  });
  own.set('gateway', { GATEWAY_PORT: String(port) });
  own.set('gateway 2', { GATEWAY_PORT: String(secondPort) });
  own.set('ticket', { RPC_HOST: '127.0.0.2', RPC_PORT: String(ticketPort) });
  own.set('ticket 2', { RPC_HOST: '127.0.0.3', RPC_PORT: String(ticketPort) });
  for (const service of others) own.set(service, { RPC_PORT: String(portOf(service)) });
  processes.gateways = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${secondPort}`];
  processes.operator = await Operator.ofServices(installation.env['RPC_ADDRESSES'] ?? '');
  // All have ended starting before anything is taken down again, however one of them fails.
  const started = await Promise.allSettled([...own.keys()].map((name) => processes.start(name)));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
});
// A test that failed in the middle may have left its load, and a process that it has ended.
afterEach(async () => {
  await Load.stopAll();
  const missing = [...own.keys()].filter((name) => !running.has(name));
  await Promise.all(missing.map((name) => processes.start(name)));
});
afterAll(async () => {
  processes.operator.close();
  await Promise.all([...running.keys()].map((name) => processes.end(name, 'SIGTERM')));
  await installation.remove();
});
