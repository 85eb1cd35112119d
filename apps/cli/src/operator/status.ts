import { getServiceStatus, services, type Result, type ServiceName } from '@parley/contracts';
import type { Command } from 'commander';
import { addCommand, jsonOption } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { apiUrlOf, apiUrlOption } from '../integrator/credentials.ts';
import type { Terminal } from '../terminal.ts';
import { withConnection, type Call, type Env } from './connection.ts';

const TIMEOUT_MS = 5_000;

type ServiceState = { service: ServiceName; status: 'available' | 'unavailable' } & Partial<
  Result<typeof getServiceStatus>
>;

interface Gateway {
  url: string;
  status: 'ready' | 'draining' | 'unavailable';
  version: string | null;
}

/** Adds `parley status`. */
export function addStatusCommand(program: Command, terminal: Terminal, env: Env): void {
  addCommand(program, {
    name: 'status',
    group: 'Run the platform:',
    summary: 'Show version, health, migrations and backlogs of the installation',
    description:
      'Show version, health, migrations and backlogs of the installation.\n\n' +
      'Exits with code 1 if the gateway is not ready or a service does not answer. Events that stay unpublished mean that ' +
      'the message broker or a subscriber is unavailable; dead letters are events that a subscriber failed to process ' +
      '(parley event:dead-letters).',
    example: 'npx parley status',
    options: [apiUrlOption(), jsonOption()],
  }).action(async (options: { api?: string; json?: boolean }) => {
    await withConnection(env, async ({ target, call }) => {
      const [gateway, ...states] = await Promise.all([
        gatewayState(await apiUrlOf(options, env)),
        ...services.map((service) => serviceState(service, call)),
      ]);
      terminal.print({ installation: target, gateway, services: states }, options);
      const failed = [
        gateway.status === 'ready' ? '' : `the gateway at ${gateway.url} is ${gateway.status}`,
        ...states.map(({ service, status }) => (status === 'available' ? '' : `${service} is ${status}`)),
      ].filter((line) => line !== '');
      if (failed.length > 0) throw new CommandFailure(failed.join(', '), 1);
    });
  });
}

async function serviceState(service: ServiceName, call: Call): Promise<ServiceState> {
  return call(getServiceStatus, { service }).then(
    (found) => ({ service, status: 'available', ...found }),
    () => ({ service, status: 'unavailable' }),
  );
}

async function gatewayState(url: string): Promise<Gateway> {
  const get = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    const ready = await get('/healthz');
    const document = (await (await get('/openapi.json')).json()) as { info?: { version?: string } };
    return { url, status: ready.ok ? 'ready' : 'draining', version: document.info?.version ?? null };
  } catch {
    return { url, status: 'unavailable', version: null };
  }
}
