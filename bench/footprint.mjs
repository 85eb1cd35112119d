// Measures what a deployment needs before it does any work, and what a request waits for while there is capacity: time to
// start, memory at rest and under load, and latency at a quarter of the highest rate beside the bare server.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { encodeId, services } from '@parley/contracts';
import { measure, median, pace } from './load.mjs';
import { seedTickets, startBare, startPlatform } from './platform.mjs';
import { ofProcesses } from './processes.mjs';
import { createTicket, getTicket, listTickets } from './requests.mjs';
import { percentile } from '../test/setup/percentile.mjs';
import { freePorts } from '../test/setup/services-process.mjs';

const root = join(import.meta.dirname, '..');
const STARTS = 5;
const REST_SECONDS = 10;
const LOAD_SECONDS = 20;
const PACED_SECONDS = 15;
const TICKETS = 100_000;

/** Returns the lines of three tables. */
export async function benchFootprint() {
  const starts = await standaloneStarts();
  const platform = await startPlatform({ ENCRYPTION_KEYS: randomBytes(32).toString('base64') });
  try {
    starts.push(await serviceStarts(platform));
    const uuids = await seedTickets(platform, TICKETS);
    const ids = uuids.map((uuid) => encodeId('ticket', uuid));
    const memory = await memoryOf(platform, ids);
    const bare = await startBare(platform);
    try {
      const latency = [
        await latencyOf('GET one ticket', bare, platform, (side) =>
          getTicket(side, side === bare ? uuids : ids),
        ),
        await latencyOf('GET 25 tickets by status', bare, platform, listTickets),
        await latencyOf('POST a ticket', bare, platform, createTicket),
      ];
      return { starts, memory, latency };
    } finally {
      await bare.stop();
    }
  } finally {
    await platform.stop();
  }
}

/** Starts of a standalone with an empty data folder, which creates its databases, and of one with data. */
async function standaloneStarts() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const [port, auth, files, http, operations] = await freePorts(5);
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    GATEWAY_PORT: String(port),
    AUTH_PORT: String(auth),
    FILES_PORT: String(files),
    MAIL_HTTP_PORT: String(http),
    OPERATIONS_PORT: String(operations),
  };
  const start = () => timedStart('standalone', env, operations);
  try {
    const first = await start();
    const warm = [];
    for (let count = 0; count < STARTS; count += 1) warm.push(await start());
    return [startLine('standalone, first', [first]), startLine('standalone, again', warm)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts of another replica of the ticket service. */
async function serviceStarts({ env }) {
  const times = [];
  for (let count = 0; count < STARTS; count += 1) {
    const [rpc, operations] = await freePorts(2);
    const own = {
      ...env,
      NODE_OPTIONS: '',
      RPC_ADDRESSES: env.RPC_ADDRESSES.replace(/ticket=[^,]+/, `ticket=127.0.0.1:${rpc}`),
      OPERATIONS_PORT: String(operations),
    };
    times.push(await timedStart('ticket', own, operations));
  }
  return startLine('ticket service', times);
}

/** Milliseconds from the start of a process until it says that it is ready. The process is ended again. */
async function timedStart(app, env, operationsPort) {
  const url = `http://127.0.0.1:${operationsPort}/healthz/ready`;
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps', app, 'dist/main.js')], {
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${app} ended with ${child.exitCode} while it started`);
      const status = await fetch(url).then(
        (response) => response.status,
        () => undefined,
      );
      if (status === 200) return performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    child.kill();
    await ended;
  }
}

const startLine = (process, times) => ({
  process,
  ready_after_ms: Math.round(median(times)),
  slowest_ms: Math.round(Math.max(...times)),
});

/** A line for each service: its share of the machine's memory (proc_pid_smaps, Pss) in MB, at rest and at its greatest under load. */
async function memoryOf(platform, ids) {
  await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1000));
  const rest = memoryByService(platform);
  const greatest = { ...rest };
  const timer = setInterval(() => {
    for (const [name, mb] of Object.entries(memoryByService(platform)))
      greatest[name] = Math.max(greatest[name] ?? 0, mb);
  }, 500);
  try {
    for (const target of [getTicket(platform, ids), listTickets(platform), createTicket(platform)])
      await measure(target, { seconds: LOAD_SECONDS });
  } finally {
    clearInterval(timer);
  }
  return Object.entries(rest).map(([service, mb]) => ({
    service,
    at_rest_mb: Math.round(mb),
    under_load_mb: Math.round(greatest[service]),
  }));
}

function memoryByService({ pid }) {
  const found = ofProcesses((read, one) => {
    const stat = read('stat');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    const name = parent === pid ? /apps\/(\w+)\//.exec(read('cmdline'))?.[1] : undefined;
    if (name === undefined) return [];
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(read('smaps_rollup')) ?? [];
    return [{ name, one, mb: Number(kilobytes) / 1024 }];
  });
  const missing = ['gateway', ...services].filter((service) => !found.some(({ name }) => name === service));
  if (missing.length > 0) throw new Error(`no process of ${missing.join(', ')} was found`);
  return Object.fromEntries(found.map(({ name, mb }) => [name, mb]));
}

/** Both sides get a quarter of what the platform answers at most, and at the same rate. */
async function latencyOf(work, bare, platform, requestsTo) {
  await measure(requestsTo(bare), { seconds: 2 });
  const { per_second: highest } = await measure(requestsTo(platform), { seconds: 5 });
  const rate = Math.round(highest / 4);
  const paced = async (side) => {
    const times = await pace(requestsTo(side), rate * PACED_SECONDS, rate);
    const at = (part) => Number(percentile(times, part).toFixed(1));
    return { p50: at(0.5), p99: at(0.99) };
  };
  const [reference, target] = [await paced(bare), await paced(platform)];
  return {
    work,
    per_second: rate,
    bare_p50_ms: reference.p50,
    p50_ms: target.p50,
    bare_p99_ms: reference.p99,
    p99_ms: target.p99,
  };
}
