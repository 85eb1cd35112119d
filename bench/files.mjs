// Measures uploads as a ratio to the bare reference server in the same run, and the growth of memory of the gateway and the
// file service under 50 parallel uploads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './load.mjs';
import { startPlatform } from './platform.mjs';
import { ofProcesses } from './processes.mjs';
import { upload } from '../test/setup/uploads.mjs';

const MIB = 1024 * 1024;
const ROUNDS = 3;
const KINDS = [
  { work: 'files of 20 MiB, 8 at a time', count: 40, size: 20 * MIB, parallel: 8 },
  { work: 'files of 100 KiB, 32 at a time', count: 1_000, size: 100 * 1024, parallel: 32 },
];
const MANY = { count: 50, size: 20 * MIB, parallel: 50 };
const GOAL = 0.6;
const GROWTH_GOAL_MB = 60;

/** Returns {lines, memory}: a line for each kind of upload, and the growth of memory of each process in MB. */
export async function benchFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  // Both write to one disk, and neither is told that a file is too slow.
  const platform = await startPlatform({ FILE_STORAGE: 'local', FILE_DIR: join(folder, 'parley') });
  const bare = await startBareFiles(folder);
  try {
    const lines = [];
    for (const kind of KINDS) lines.push(await compare(kind, bare, platform));
    return { lines, memory: await growth(platform) };
  } finally {
    bare.stop();
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startBareFiles(folder) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-files.mjs')], {
    env: { ...process.env, NODE_ENV: 'production', FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}

async function compare({ work, ...load }, bare, platform) {
  const warmUp = { ...load, count: load.parallel };
  await upload(bare, warmUp);
  await upload(platform, warmUp);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await upload(bare, load);
    const parley = await upload(platform, load);
    rounds.push({ reference, parley, ratio: parley / reference });
  }
  const middle = (value) => median(rounds.map(value));
  return {
    work,
    bare_mib_per_second: Math.round(middle(({ reference }) => reference) / MIB),
    parley_mib_per_second: Math.round(middle(({ parley }) => parley) / MIB),
    ratio: Number(middle(({ ratio }) => ratio).toFixed(3)),
    goal: GOAL,
  };
}

/** How much the resident memory of gateway and file service grows at most during 50 parallel uploads, in MB. */
async function growth(platform) {
  const apps = ['gateway', 'file'];
  const before = residentOf(platform, apps);
  const most = { ...before };
  const timer = setInterval(() => {
    const now = residentOf(platform, apps);
    for (const app of apps) most[app] = Math.max(most[app], now[app]);
  }, 50);
  await upload(platform, MANY).finally(() => clearInterval(timer));
  return apps.map((app) => ({
    process: app,
    before_mb: before[app],
    most_mb: most[app],
    growth_mb: most[app] - before[app],
    goal_mb: GROWTH_GOAL_MB,
  }));
}

/** Resident memory of these processes of the platform, in MB. */
function residentOf({ env }, apps) {
  const found = ofProcesses((read) => {
    const app = apps.find((name) => read('cmdline').includes(`apps/${name}/dist/main.js`));
    if (app === undefined || !read('environ').includes(`BUS_PREFIX=${env.BUS_PREFIX}\0`)) return [];
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(read('status')) ?? [];
    return [[app, Math.round(Number(kib) / 1024)]];
  });
  return Object.fromEntries(found);
}
