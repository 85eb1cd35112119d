import { getServiceStatus, services, type Result, type ServiceName } from '@parley/contracts';
import type { Component } from '@parley/runtime/process';
import type { Command } from 'commander';
import { addCommand, jsonOption } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { apiUrlOf, apiUrlOption } from '../integrator/credentials.ts';
import type { Terminal } from '../terminal.ts';
import { withConnection, type Call, type Env } from './connection.ts';
import { causeOf, findProcesses, type Processes, type ProcessState, type State } from './processes.ts';

const TIMEOUT_MS = 5_000;
/** A gateway makes the API document when it is first asked for it, which takes seconds on a busy machine. */
const DOCUMENT_MS = 60_000;

interface Part {
  status: State;
  /** What is wrong, or what is waited for. */
  reason: string | null;
  version: string | null;
  /** Processes that were found, and that are ready; left out where none could be looked for. */
  processes?: number;
  ready?: number;
}

type Gateway = Part & { url?: string };
type ServiceState = { service: ServiceName } & Part & Partial<Result<typeof getServiceStatus>>;

/** What an attempt to use a part showed; `undefined` if there was none. */
type Use = Pick<Part, 'status' | 'reason'> & { version?: string | null };

/** Adds `parley status`. */
export function addStatusCommand(program: Command, terminal: Terminal, env: Env): void {
  addCommand(program, {
    name: 'status',
    group: 'Run the platform:',
    summary: 'Show version, health, migrations and backlogs of the installation',
    description:
      'Show version, health, migrations and backlogs of the installation.\n\n' +
      'Exits with code 0 if the gateway and every service are ready, and with 1 otherwise, with a line for each that is not: ' +
      'one that starts says what it waits for. Events that stay unpublished mean that the message broker or a subscriber is ' +
      'unavailable; dead letters are events that a subscriber failed to process (parley event:dead-letters).\n\n' +
      'Processes are asked at OPERATIONS_ADDRESSES, and the gateway at --api too if that is given.',
    example: 'npx parley status',
    options: [apiUrlOption(), jsonOption()],
  }).action(async (options: { api?: string; json?: boolean }) => {
    await withConnection(env, async ({ form, target, call }) => {
      const processes: Processes =
        form === 'services' ? await findProcesses(env) : { found: [], addresses: undefined };
      const [gateway, ...states] = await Promise.all([
        gatewayState(options, env, processes),
        ...services.map((service) => serviceState(service, call, processes)),
      ]);
      const others = processes.found.filter(({ component }) => component === undefined);
      const shown = { installation: target, gateway, services: states };
      terminal.print(others.length === 0 ? shown : { ...shown, other_processes: others }, options);
      const failed = [
        ...faultOf('the gateway', gateway),
        ...states.flatMap((state) => faultOf(state.service, state)),
        ...others.flatMap((state) => faultOf(`the process at ${state.address}`, state)),
      ];
      if (failed.length > 0) throw new CommandFailure(failed.join('\n'), 1);
    });
  });
}

const faultOf = (name: string, { status, reason }: Pick<Part, 'status' | 'reason'>): string[] =>
  status === 'ready' ? [] : [`${name} is ${status}${reason === null ? '' : `: ${reason}`}`];

async function serviceState(service: ServiceName, call: Call, processes: Processes): Promise<ServiceState> {
  let counts: Partial<Result<typeof getServiceStatus>> = {};
  const use = await call(getServiceStatus, { service }).then(
    (found): Use => {
      counts = found;
      return { status: 'ready', reason: null };
    },
    (error: unknown): Use => ({ status: 'unavailable', reason: (error as Error).message }),
  );
  return { service, ...partOf(service, processes, use), ...counts };
}

/** The state by its processes, and at the address of the API where that is given or no process can be looked for. */
async function gatewayState(options: { api?: string }, env: Env, processes: Processes): Promise<Gateway> {
  const isGiven = (options.api ?? env['PARLEY_API_URL']) !== undefined;
  const isFound = processes.found.some(({ component }) => component === 'gateway');
  if (!isGiven && (isFound || processes.addresses !== undefined)) return partOf('gateway', processes);
  const url = await apiUrlOf(options, env);
  return { url, ...partOf('gateway', processes, await publicState(url)) };
}

async function publicState(url: string): Promise<Use> {
  const get = (path: string, ms: number) => fetch(url + path, { signal: AbortSignal.timeout(ms) });
  try {
    const ready = await get('/healthz', TIMEOUT_MS);
    const version = await get('/openapi.json', DOCUMENT_MS)
      .then(async (response) => (await response.json()) as { info?: { version?: string } })
      .then(({ info }) => info?.version ?? null)
      .catch(() => null);
    return { status: ready.ok ? 'ready' : 'draining', reason: null, version };
  } catch (error) {
    return { status: 'unavailable', reason: `nothing answers at ${url} (${causeOf(error)})` };
  }
}

/** The state of a part: of its processes, the worst; and if all of them are well, what its use showed. */
function partOf(component: Component, { found, addresses }: Processes, use?: Use): Part {
  const own = found.filter((one) => one.component === component);
  const ready = own.filter(({ status }) => status === 'ready');
  // A process that drains gives way to others.
  const bad = own.filter(({ status }) => status !== 'ready' && !(status === 'draining' && ready.length > 0));
  const version = versionsOf(own) ?? use?.version ?? null;
  const counts =
    addresses === undefined && own.length === 0 ? {} : { processes: own.length, ready: ready.length };
  const [worst] = bad.toSorted((a, b) => BADNESS.indexOf(b.status) - BADNESS.indexOf(a.status));
  if (worst !== undefined)
    return { status: worst.status, reason: reasonOf(bad, own.length), version, ...counts };
  const isMissing = own.length === 0 && use?.status !== 'ready' && addresses !== undefined;
  if (isMissing)
    return { status: 'unavailable', reason: `no process of it is at ${addresses}`, version, ...counts };
  return {
    status: use?.status ?? 'ready',
    reason: use?.reason ?? reasonOf(ready, own.length),
    version,
    ...counts,
  };
}

/** The states from good to bad. */
const BADNESS: readonly State[] = ['ready', 'draining', 'starting', 'failing', 'unavailable'];

/** What is wrong with processes, with their addresses where there are several. */
function reasonOf(states: readonly ProcessState[], count: number): string | null {
  const told = states.filter(({ reason }) => reason !== null);
  if (told.length === 0) return null;
  const [only] = told;
  if (count === 1) return only?.reason ?? null;
  const named = ({ address, reason }: ProcessState) =>
    reason?.includes(address) === true ? reason : `${address} ${reason}`;
  return told.map(named).join('; ');
}

/** The release of the processes; during a rollout both. */
function versionsOf(states: readonly ProcessState[]): string | undefined {
  const versions = [...new Set(states.flatMap(({ version }) => version ?? []))];
  return versions.length === 0 ? undefined : versions.toSorted().join(', ');
}
