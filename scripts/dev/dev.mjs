// `npm run dev`: like `npm start`, but restarts the platform after every change of a source file, with the inspector
// enabled (INSPECT=host:port; default 127.0.0.1:9229). PostgreSQL keeps running across restarts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { prepare } from './prepare.mjs';
import { workspaceFolders } from './workspaces.mjs';

const root = join(import.meta.dirname, '../..');
const NEST = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
const DEBOUNCE_MS = 100;

await prepare({ builds: false });

const say = (line) => process.stdout.write(`${line}\n`);
let child;
let postgres;
let stopping = false;
let restarting = Promise.resolve();
let timer;

/** Compiles all packages and then what changes. A file that does not compile keeps its former build. */
const compiler = spawn(
  process.execPath,
  [NEST, 'build', '--all', '--watch', '--watchAssets', '--preserveWatchOutput'],
  // Ctrl-C reaches this process, which then stops the others in order.
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
await firstBuild();
await buildConsole();
if (!stopping) await run();

/** The compiler reports each project once, and later those that have changed. */
async function firstBuild() {
  say('building…');
  const { projects } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
  let missing = Object.keys(projects).length;
  const reports = createInterface(compiler.stdout);
  await new Promise((done) => {
    reports.on('line', (line) => {
      if (/TS\d+|error/.test(line) && !line.includes('Found 0 errors')) say(line);
      if (line.includes('Watching for file changes') && --missing === 0) done();
    });
    reports.once('close', done);
  });
}

async function buildConsole() {
  const script = join(root, 'scripts/build/console.mjs');
  await once(spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' }), 'exit');
}

async function run() {
  // Needs what was built.
  const { EmbeddedPostgres } = await import('@parley/embedded-postgres');
  const env = { DRAIN_TIMEOUT: '500ms', ...process.env };
  if (env.DATABASE_URL === undefined) {
    postgres = await EmbeddedPostgres.start({ dataDir: resolve(env.DATA_DIR ?? '.data'), log: say });
    env.DATABASE_URL = postgres.url;
  }
  start(env);
  for (const group of new Set(workspaceFolders(root).map((folder) => dirname(folder))))
    watch(join(root, group), { recursive: true }, (_, file) => changed(file ?? '', env));
}

function changed(file, env) {
  const [name, folder] = file.split(/[\\/]/);
  const isPage = name === 'console';
  if (isPage ? folder !== 'src' : folder !== 'dist' || !/\.(js|sql)$/.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(() => restart(name, isPage, env));
  }, DEBOUNCE_MS);
}

async function restart(name, isPage, env) {
  if (isPage) await buildConsole();
  await end();
  if (stopping) return;
  start(env);
  say(`restarting after a change in ${name}`);
}

function start(env) {
  const inspect = `--inspect=${env.INSPECT ?? '127.0.0.1:9229'}`;
  child = spawn(process.execPath, [inspect, '--enable-source-maps', 'apps/standalone/dist/main.js'], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  });
}

async function end() {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function stop() {
  if (stopping) return;
  stopping = true;
  compiler.kill('SIGTERM');
  await restarting;
  await end();
  await postgres?.stop();
  process.exit(0);
}
