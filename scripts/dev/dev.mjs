// `npm run dev`: like `npm start`, but restarts the platform after every change of a source file, with the inspector
// enabled (INSPECT=host:port; default 127.0.0.1:9229). PostgreSQL keeps running across restarts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = join(fileURLToPath(import.meta.url), '../../..');
const DEBOUNCE_MS = 100;

await prepare();
// Both need the installed packages.
const { build } = await import('../build/build.mjs');
const { EmbeddedPostgres } = await import('@parley/embedded-postgres');

const say = (line) => process.stdout.write(`${line}\n`);
const env = { DRAIN_TIMEOUT: '500ms', ...process.env };
const postgres =
  env.DATABASE_URL === undefined
    ? await EmbeddedPostgres.start({ dataDir: resolve(env.DATA_DIR ?? '.data'), log: say })
    : undefined;
env.DATABASE_URL ??= postgres.url;

let child;
let stopping = false;
const changed = new Set();
let timer;
let restarting = Promise.resolve();

function start() {
  const inspect = `--inspect=${env.INSPECT ?? '127.0.0.1:9229'}`;
  child = spawn(process.execPath, [inspect, '--enable-source-maps', 'apps/standalone/dist/main.js'], {
    cwd: root,
    env,
    stdio: 'inherit',
    // Ctrl-C reaches this process, which then stops the child before the database.
    detached: true,
  });
}

async function end() {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A build that fails leaves the running version in place. */
async function restart() {
  const packages = [...changed];
  changed.clear();
  if (packages.length === 0 || stopping) return;
  const began = Date.now();
  try {
    for (const pkg of packages) await build(pkg);
  } catch (error) {
    say(`cannot build ${packages.join(', ')}: ${error.message}`);
    return;
  }
  await end();
  if (stopping) return;
  start();
  say(`restarting after a change in ${packages.join(', ')} (built and stopped in ${Date.now() - began} ms)`);
}

const watchers = ['libs', 'apps'].map((group) =>
  watch(join(root, group), { recursive: true }, (_, file) => {
    const [name, folder] = (file ?? '').split(/[\\/]/);
    if (
      folder !== 'src' ||
      !/\.(tsx?|css|sql)$/.test(file) ||
      /\.(spec|fixture|conformance|type-spec)\.ts$/.test(file)
    )
      return;
    changed.add(`${group}/${name}`);
    clearTimeout(timer);
    timer = setTimeout(() => (restarting = restarting.then(restart)), DEBOUNCE_MS);
  }),
);

async function stop() {
  if (stopping) return;
  stopping = true;
  for (const watcher of watchers) watcher.close();
  await restarting;
  await end();
  await postgres?.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

start();
