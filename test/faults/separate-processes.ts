import { afterAll, beforeAll } from '@jest/globals';
import { services } from '@parley/contracts';
import { Operator } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import { pidIn } from './pid-of.ts';
import {
  freePorts,
  migrateInstallation,
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** Two gateways and two ticket processes, one of every other service, and nobody who would start them again. */
export interface SeparateProcesses {
  operator: Operator;
  gateways: [string, string];
  /** Starts a process by its name: an app, or `ticket 2` for the second of an app. */
  start(name: string): Promise<void>;
  end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  pidOf(name: string): number;
}

/** They run for all tests of a file. Addresses and operator are there from the first of them on. */
export function separateProcesses(settings: Record<string, string>): SeparateProcesses {
  const running = new Map<string, RunningProcess>();
  const own = new Map<string, Record<string, string>>();
  let installation: Installation;
  const processes = {
    async start(name) {
      const [app = ''] = name.split(' ');
      running.set(name, await startProcess(app, { ...installation.env, ...own.get(name) }));
    },
    async end(name, signal) {
      await running.get(name)?.end(signal);
    },
    pidOf: (name) => pidIn(running, name),
  } as SeparateProcesses;
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
      ...settings,
    });
    own.set('gateway', { GATEWAY_PORT: String(port) });
    own.set('gateway 2', { GATEWAY_PORT: String(secondPort) });
    own.set('ticket', { RPC_HOST: '127.0.0.2', RPC_PORT: String(ticketPort) });
    own.set('ticket 2', { RPC_HOST: '127.0.0.3', RPC_PORT: String(ticketPort) });
    for (const service of others) own.set(service, { RPC_PORT: String(portOf(service)) });
    processes.gateways = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${secondPort}`];
    processes.operator = await Operator.ofServices(installation.env['RPC_ADDRESSES'] ?? '');
    await migrateInstallation(installation.env);
    // All have ended starting before anything is taken down again, however one of them fails.
    const started = await Promise.allSettled([...own.keys()].map((name) => processes.start(name)));
    const failed = started.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }, 90_000);
  afterAll(async () => {
    processes.operator.close();
    await Promise.all([...running.keys()].map((name) => processes.end(name, 'SIGTERM')));
    await installation.remove();
  }, 60_000);
  return processes;
}
