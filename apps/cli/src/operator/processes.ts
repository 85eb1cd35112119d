import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Component, OperationsAddress } from '@parley/runtime/process';
import type { Env } from './connection.ts';

const TIMEOUT_MS = 5_000;
/** A probe that waits for migrations names all of them. */
const REASON_MAX = 240;

export type State = 'ready' | 'starting' | 'draining' | 'failing' | 'unavailable';

/** How a process is, as its operations port says. */
export interface ProcessState {
  readonly address: string;
  /** What it runs; unknown of one that does not answer where the addresses do not say it. */
  readonly component: Component | undefined;
  readonly status: State;
  /** What is wrong, or what it waits for. */
  readonly reason: string | null;
  readonly version: string | null;
}

interface Probe {
  component?: string;
  version?: string;
  checks: Record<string, string>;
}

export interface Processes {
  readonly found: readonly ProcessState[];
  /** Where they were looked for, if that was not left to a default. */
  readonly addresses: string | undefined;
}

/**
 * Asks every process behind OPERATIONS_ADDRESSES. Those that do not answer are left out where nobody has set it: the processes
 * may have other ports.
 */
export async function findProcesses(env: Env): Promise<Processes> {
  // Loads Nest, like the connection to services.
  const { OperationsAddressesConfig } = await import('@parley/runtime/process');
  const { OPERATIONS_ADDRESSES: entries } = new OperationsAddressesConfig(env);
  const found = (await Promise.all(entries.map(statesBehind))).flat();
  const isGiven = env['OPERATIONS_ADDRESSES'] !== undefined || env['OPERATIONS_PORT'] !== undefined;
  if (!isGiven)
    return { found: found.filter(({ status }) => status !== 'unavailable'), addresses: undefined };
  return { found, addresses: entries.map(textOf).join(', ') };
}

const textOf = ({ host, port }: OperationsAddress) =>
  isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;

async function statesBehind(entry: OperationsAddress): Promise<ProcessState[]> {
  try {
    const found = await lookup(entry.host, { all: true });
    return await Promise.all(found.map(({ address }) => stateOf({ ...entry, host: address })));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [unavailable(entry, `no process is behind the name ${entry.host} (${code})`)];
  }
}

const unavailable = (entry: OperationsAddress, reason: string): ProcessState => ({
  address: textOf(entry),
  component: entry.component,
  status: 'unavailable',
  reason,
  version: null,
});

async function stateOf(entry: OperationsAddress): Promise<ProcessState> {
  const address = textOf(entry);
  try {
    const startup = await probe(address, 'startup');
    const ready = startup.isOk ? await probe(address, 'ready') : startup;
    const { component, version = null, checks } = ready;
    if (component !== undefined && entry.component !== undefined && component !== entry.component)
      return unavailable(entry, `a process of ${component} answers at ${address}`);
    const state = startup.isOk ? 'failing' : 'starting';
    return {
      address,
      component: (component as Component | undefined) ?? entry.component,
      status: ready.isOk ? 'ready' : checks['process'] === 'draining' ? 'draining' : state,
      reason: reasonOf(checks),
      version,
    };
  } catch (error) {
    return unavailable(entry, `nothing answers at ${address} (${causeOf(error)})`);
  }
}

async function probe(address: string, path: 'startup' | 'ready'): Promise<Probe & { isOk: boolean }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`http://${address}/healthz/${path}`, { signal });
  return { isOk: response.ok, ...((await response.json()) as Probe) };
}

/** The parts that are not well. What the process itself does is its state. */
function reasonOf(checks: Probe['checks']): string | null {
  const wrong = Object.entries(checks).filter(([name, found]) => name !== 'process' && found !== 'ok');
  const text = wrong.map(([name, found]) => `${name}: ${found}`).join('; ');
  return text === '' ? null : text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text;
}

/** `ECONNREFUSED`; fetch has it in the cause of its error. */
export function causeOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : 'another answer');
}
