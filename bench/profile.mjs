// Attributes the CPU time of a request: CPU profiles of the processes under load, summed by package, and the CPU time
// of the servers.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { measure } from './load.mjs';
import { startPlatform } from './platform.mjs';
import { cpuBetween, cpuTimes } from './processes.mjs';

const SECONDS = 8;

/**
 * Puts load on the target that `prepare` returns while every process is profiled. Returns for each process its use of a
 * core in percent, and the parts that used at least half a percent. Servers on other machines are left out; for local
 * ones, all of their work is counted.
 */
export async function profile(prepare) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-profile-'));
  const preload = `--import ${join(import.meta.dirname, 'profiled.mjs')}`;
  const platform = await startPlatform({ NODE_OPTIONS: preload, PROFILE_DIR: folder });
  try {
    const target = await prepare(platform);
    await measure(target, { seconds: 2 });
    const pids = await named(folder, '.pid');
    const signal = async () => {
      for (const file of pids) process.kill(Number(await readFile(join(folder, file), 'utf8')), 'SIGUSR2');
    };
    await signal();
    const before = cpuTimes();
    const measured = await measure(target, { seconds: SECONDS });
    const servers = cpuBetween(before, cpuTimes()).map(({ name, ms }) => ({
      app: name,
      percent: Math.round(ms / (10 * SECONDS)),
      parts: [],
    }));
    await signal();
    const files = await eventually(async () => {
      const written = await named(folder, '.json');
      if (written.length < pids.length) throw new Error('profiles are being written');
      return written;
    }, 20_000);
    const recorded = await Promise.all(files.map((file) => readProfile(join(folder, file))));
    return { measured, processes: [...recorded, ...servers].sort((a, b) => b.percent - a.percent) };
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function named(folder, ending) {
  return (await readdir(folder)).filter((file) => file.endsWith(ending));
}

/** Waits until a file is complete. */
function readProfile(file) {
  return eventually(async () => {
    const { app, cpu, profile: recorded } = JSON.parse(await readFile(file, 'utf8'));
    const percent = Math.round((cpu.user + cpu.system) / (SECONDS * 10_000));
    return { app, percent, parts: partsOf(recorded) };
  }, 20_000);
}

function partsOf({ nodes, samples, timeDeltas, startTime, endTime }) {
  const part = new Map(nodes.map((node) => [node.id, partOf(node.callFrame)]));
  const spent = new Map();
  samples.forEach((id, index) => {
    const name = part.get(id);
    spent.set(name, (spent.get(name) ?? 0) + timeDeltas[index]);
  });
  return [...spent]
    .filter(([name]) => name !== '(idle)')
    .map(([name, micros]) => ({
      part: name,
      percent: Number(((100 * micros) / (endTime - startTime)).toFixed(1)),
    }))
    .filter(({ percent }) => percent >= 0.5)
    .sort((a, b) => b.percent - a.percent);
}

/** The package of a function, or another category of work. */
function partOf({ url, functionName }) {
  if (url === '') return functionName;
  if (url.startsWith('node:')) return `node: ${url.slice(5).split('/').slice(-2).join('/')}`;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (inPackage) return inPackage[1];
  return /\/((?:libs|apps)\/[^/]+)\//.exec(url)?.[1] ?? url;
}
