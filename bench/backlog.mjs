// Measures how fast a long backlog of events leaves the outbox while new ones arrive, and how long the events of other
// workspaces take beside it: two processes of their own, the relay of one service and the subscriber of another.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { eventsMigrations } from '@parley/events';
import { newId } from '@parley/runtime/records';
import { migrate } from '@parley/persistence';
import { percentile } from '../test/setup/percentile.mjs';
import { newInstallation } from '../test/setup/services-process.mjs';

const LONG = Number(process.env.BENCH_BACKLOG ?? 1_000_000);
const BULK = 100_000;
const PER_TRANSACTION = 1_000;
/** Workspaces beside the backlog, and their events per second together. */
const OTHERS = 20;
const RATE = 40;
const SECONDS = 30;
/** Nothing is encrypted with it. */
const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');

/** Prints and returns lines. */
export async function benchBacklog() {
  const lines = [];
  for (const run of [longBacklog, besideBulk]) {
    const installation = await newInstallation();
    const { env } = installation;
    const schemas = ['ticket', 'contact'].map((service) => ({ service, migrations: [eventsMigrations] }));
    await migrate(env.DATABASE_URL, schemas);
    const processes = [];
    const start = async (service) => {
      const started = await ServiceProcess.start(service, env);
      processes.push(started);
      return started;
    };
    try {
      lines.push(...(await run(start)));
    } finally {
      for (const one of processes) await one.call('stop');
      await installation.remove();
    }
  }
  return lines;
}

/** A million events of twenty workspaces. */
const longBacklog = (start) =>
  measureBacklog(start, {
    backlog: Array.from({ length: OTHERS }, () => newId('workspace')),
    count: LONG,
    title: `${LONG} waiting`,
    goal: '>= 2000',
  });

/** 100,000 events of one workspace. */
const besideBulk = (start) =>
  measureBacklog(start, {
    backlog: [newId('workspace')],
    count: BULK,
    title: `${BULK} of one workspace waiting`,
    goal: '',
  });

/** New events arrive beside a backlog, and a subscriber handles all of them as fast as it can. */
async function measureBacklog(start, { backlog, count, title, goal }) {
  const [relay, subscriber] = [await start('ticket'), await start('contact')];
  await fill(relay, backlog, count);
  const others = await begin([relay, subscriber]);
  const { rate, cpuMs, arrivals } = await measure(relay, others, SECONDS);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const [{ published }, { handled }] = [await relay.call('latencies'), await subscriber.call('latencies')];
  return [
    { work: `${title}: events that leave the outbox, per second, with a subscriber`, value: rate, goal },
    { work: 'the same: CPU time of the relay per event, ms', value: cpuMs, goal: '' },
    ...latencyLines('commit to confirm of others', published, arrivals),
    ...latencyLines('commit to subscriber of others', handled, arrivals),
  ];
}

async function fill(relay, workspaces, count) {
  for (let done = 0; done < count; done += 2 * PER_TRANSACTION) {
    const next = [0, 1].map((n) => workspaces[(done / PER_TRANSACTION + n) % workspaces.length]);
    await Promise.all(next.map((workspace) => relay.call('emit', [workspace, PER_TRANSACTION])));
  }
}

/** Lets the relay publish; returns the workspaces that are measured. */
async function begin(processes) {
  const others = Array.from({ length: OTHERS }, () => newId('workspace'));
  for (const one of processes) await one.call('watch', others);
  for (const one of processes) await one.call('open');
  return others;
}

/** Emits events of other workspaces at a constant rate; returns how many left the outbox meanwhile. */
async function measure(relay, others, seconds) {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const before = await relay.call('counts');
  const began = performance.now();
  const emitted = [];
  for (let n = 0; performance.now() - began < seconds * 1_000; n += 1) {
    const early = began + (n * 1_000) / RATE - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    emitted.push(relay.call('emit', [others[n % OTHERS], 1]));
  }
  const after = await relay.call('counts');
  const published = after.published - before.published;
  const rate = Math.round((published * 1_000) / (performance.now() - began));
  await Promise.all(emitted);
  return { rate, cpuMs: ((after.cpuMs - before.cpuMs) / published).toFixed(2), arrivals: emitted.length };
}

function latencyLines(work, latencies, arrivals) {
  const at = (share) => percentile(latencies, share);
  return [
    { work: `${work}, median, ms`, value: at(0.5), goal: '' },
    {
      work: `${work}, 99th percentile, ms (${latencies.length} of ${arrivals})`,
      value: at(0.99),
      goal: '< 1000',
    },
  ];
}

/** A child process and its commands. */
class ServiceProcess {
  #calls = new Map();
  #next = 1;

  static async start(service, env) {
    const child = fork(join(import.meta.dirname, 'backlog-process.mjs'), [service], {
      env: { ...env, ENCRYPTION_KEYS },
    });
    const started = new ServiceProcess(child);
    await new Promise((resolve, reject) => {
      started.#calls.set(0, { resolve, reject });
      child.once('exit', (code) => reject(new Error(`the ${service} process has ended with ${code}`)));
    });
    return started;
  }

  constructor(child) {
    this.child = child;
    child.on('message', ({ id, result, error }) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(error));
    });
  }

  call(command, input) {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.child.send({ id, command, input });
    });
  }
}
