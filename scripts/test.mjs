// `npm test`: installs and builds what is missing, then runs every check and every test. Each check counts as one test.
// Last line: "N passed, N failed, N skipped". Other arguments go to Jest: npm test -- test/e2e
//   --only=checks|unit|e2e|faults  runs a part (npm run check, test:unit, test:e2e, test:faults)
//   --durations                    prints how long each test file took, slowest first
//   --plan                         only prints the deployment forms that would be tested
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, statfs } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../test/setup/chromium.mjs';
import { findPythonWithPika } from '../test/setup/python.mjs';
import { hasKubectl, hasPromtool } from './find-program.mjs';
import { isAlive, prepare } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const OWN_ARGUMENT = /^--(plan|durations|only=.*)$/;
const jestArguments = process.argv.slice(2).filter((argument) => !OWN_ARGUMENT.test(argument));
const planOnly = process.argv.includes('--plan');
const withDurations = process.argv.includes('--durations');
const PARTS = ['checks', 'unit', 'e2e', 'faults'];
const part = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);

const CHECKS = {
  format: ['oxfmt/bin/oxfmt', '--check'],
  lint: ['oxlint/bin/oxlint'],
  types: ['typescript-native/bin/tsc', '-p', '.'],
  console: ['typescript-native/bin/tsc', '-p', 'apps/console'],
  boundaries: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    'libs',
    'apps',
    '--config',
    '.dependency-cruiser.mjs',
  ],
  openapi: ['../scripts/openapi-lint.mjs'],
  asyncapi: ['../scripts/asyncapi-lint.mjs'],
  guides: ['../scripts/guides.mjs', '--check'],
  // .jscpd.json: rejects duplicated logic in the handlers of resources.
  repetition: ['jscpd/bin/jscpd'],
  vocabulary: ['../scripts/vocabulary.mjs'],
  kubernetes: ['../scripts/k8s-check.mjs', '--pairs=none'],
  observability: ['../scripts/observability.mjs'],
};

const children = new Set();
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    const ended = [...children].map((child) => once(child, 'close'));
    for (const child of children) child.kill(signal);
    // npm passes on the signal that a terminal sends here too.
    if (isEnding) return;
    isEnding = true;
    await Promise.all(ended);
    process.exit(1);
  });

/** Runs a program of node_modules, prints its output at the end, and returns whether it succeeded. */
function run(name, [program, ...args], options = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const flags = options.nodeFlags ?? [];
    const child = spawn(process.execPath, [...flags, join(root, 'node_modules', program), ...args], {
      cwd: root,
      stdio: options.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    children.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      children.delete(child);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
      if (code !== 0 && output !== '') console.log(output);
      resolve(code === 0);
    });
  });
}

async function checks() {
  const results = [];
  const isPossible = { kubernetes: withKubectl, observability: withPromtool };
  for (const name of Object.keys(CHECKS).filter((one) => isPossible[one] ?? true))
    results.push(await run(name, CHECKS[name]));
  return results;
}

const UNIT = ['packages'];
const E2E = ['e2e', 'e2e-services'];
const FAULTS = ['faults', 'faults-services'];
/** More than half of the time tests wait, for servers and for what takes its time, such as an outage. */
const workerCount = Math.ceil(availableParallelism() * 2.5);
const workers = `--maxWorkers=${workerCount}`;
/** Each fault test has a platform of its own. Four are what servers with their usual limits of connections and files take. */
const faultWorkers = `--maxWorkers=${Math.min(availableParallelism() * 2, 4)}`;

/** The Jest runs: their arguments by name. */
function jestRuns() {
  const without = (projects) => projects.filter((project) => !skippedProjects.includes(project));
  if (jestArguments.length > 0)
    return {
      jest: [
        ...jestArguments,
        ...(skippedProjects.length > 0 ? ['--ignoreProjects', ...skippedProjects] : []),
      ],
    };
  const runs = {
    unit: { unit: [workers, '--selectProjects', ...UNIT] },
    e2e: { e2e: [workers, '--selectProjects', ...without(E2E)] },
    faults: { faults: [faultWorkers, '--selectProjects', ...without(FAULTS)] },
    checks: {},
  };
  if (part !== undefined) return runs[part];
  return { tests: [workers, '--selectProjects', ...UNIT, ...without(E2E)], ...runs.faults };
}

/**
 * V8 collects a heap again and again while it grows, which took 7 % of the CPU time of the unit tests. The heaps of workers start
 * large instead, if there is memory: together they may grow to a third of it before a first collection.
 */
function heapFlags() {
  const megabytes = Math.floor(process.availableMemory() / 1024 ** 2 / (3 * workerCount));
  return [`--initial-old-space-size=${megabytes}`, '--min-semi-space-size=16'];
}

async function jest(name, asked) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-results-'));
  const file = join(folder, 'results.json');
  const args = ['jest/bin/jest.js', '--json', '--outputFile', file, ...asked];
  const succeeded = await run(name, args, {
    live: true,
    nodeFlags: heapFlags(),
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings` },
  });
  const results = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  await rm(folder, { recursive: true, force: true });
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  if (withDurations) printDurations(results.testResults);
  // A file that could not be loaded has no tests to count.
  const broken = results.numRuntimeErrorTestSuites;
  const failed = results.numFailedTests + broken;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    failedFiles: results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
  };
}

function printDurations(files) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a)))
    console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`);
}

/** If more files than this fail, the machine is not the cause. */
const UNSTEADY_FILES = 15;
const unsteady = [];

/**
 * Runs Jest. With CI=true, files that failed are run once more with no other test running, because a stalled machine
 * must not reject an unrelated change. Files that pass only the second time are listed at the end: each has a bug, in
 * the test or in the product, that still has to be found.
 */
async function jestTwice(name, asked) {
  const first = await jest(name, asked);
  const files = first.failedFiles ?? [];
  if (process.env.CI !== 'true' || files.length === 0 || files.length > UNSTEADY_FILES) return first;
  const projects = asked.slice(asked.findIndex((argument) => argument.endsWith('Projects')));
  const second = await jest(`${name}, failed files again`, [
    // Without workers, which Jest ends by itself, a timer that is left in a failed test would keep the process running.
    '--maxWorkers=1',
    '--forceExit',
    '--runTestsByPath',
    ...files,
    ...(projects[0]?.endsWith('Projects') ? projects : []),
  ]);
  if (second.failed > 0) return first;
  unsteady.push(...files.map((file) => relative(root, file)));
  return { ...first, passed: first.passed + first.failed, failed: 0 };
}

/** Several times what the temporary files of a run take at once. */
const TEMPORARY_BYTES = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';

/**
 * Puts the temporary files of the tests in memory, if there is room and TMPDIR names no other place. The databases of the
 * tests are some 200,000 small files. On ext4, which does not use an inode again for some seconds after a file was deleted
 * and looks at each of these for every new file, creating them took a sixth of the CPU time of a run.
 */
async function useMemoryForFiles() {
  if (process.env.TMPDIR !== undefined) return;
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (Math.min(free, process.availableMemory()) < TEMPORARY_BYTES) return;
  await removeLeftFolders();
  const folder = await mkdtemp(join(MEMORY, `parley-tests-${process.pid}-`)).catch(() => undefined);
  if (folder === undefined) return;
  // For root, PostgreSQL runs as another user, who has to reach its folder in this one.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => removeFolder(folder));
}

/** Those of runs that were killed. */
async function removeLeftFolders() {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = /^parley-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeFolder(join(MEMORY, name));
  }
}

function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.log(`${folder} could not be removed: ${error.message}`);
  }
}

/** The external servers, by their URLs or at their default ports on this machine. */
const SERVERS = [
  ['PostgreSQL', process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432', 5432],
  ['RabbitMQ', process.env.AMQP_URL ?? 'amqp://127.0.0.1:5672', 5672],
  ['Redis', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', 6379],
];

async function isReachable(url, usualPort) {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || usualPort), timeout: 5_000 });
    const end = (reachable) => {
      socket.destroy();
      resolve(reachable);
    };
    // A RabbitMQ without free file descriptors accepts connections and says nothing.
    if (protocol === 'amqp:') {
      socket.write('AMQP\0\0\t\x01');
      socket.once('data', () => end(true));
    } else socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** The projects that cannot run here. With CI=true the servers are required: `undefined`. */
async function formsToSkip() {
  const found = await Promise.all(SERVERS.map(([, url, port]) => isReachable(url, port)));
  const missing = SERVERS.filter((_, index) => !found[index]).map(([name]) => name);
  if (missing.length === 0) {
    console.log('forms: standalone, and separate services over PostgreSQL, RabbitMQ and Redis');
    return [];
  }
  const reason = `${missing.join(' and ')} cannot be reached`;
  if (process.env.CI === 'true') {
    console.log(`FAILED  separate services: ${reason}, and CI=true asks for all forms`);
    return undefined;
  }
  console.log(`forms: standalone only\nskipped separate services (e2e-services, faults-services): ${reason}`);
  return ['e2e-services', 'faults-services'];
}

/** Whether a browser is available for the page tests (also used by jest.config.mjs). With CI=true: `undefined`. */
function browserToUse() {
  if (findChromium() !== undefined) return true;
  const reason = 'no Chromium was found (apt-get install chromium, or set CHROMIUM)';
  if (process.env.CI === 'true') {
    console.log(`FAILED  pages in a browser: ${reason}, and CI=true asks for one`);
    return undefined;
  }
  console.log(`skipped pages in a browser (*.browser.spec.ts): ${reason}`);
  return false;
}

/** Whether the subscriber of `examples` in Python can run. */
function reportPython() {
  const isFound = findPythonWithPika() !== undefined;
  if (!isFound)
    console.log('skipped the bus subscriber in Python: no Python has pika (apt-get install python3-pika)');
  return isFound;
}

if (part !== undefined && !PARTS.includes(part)) {
  console.error(`--only=${part}: must be one of ${PARTS.join(', ')}`);
  process.exit(2);
}
await prepare();
const withBrowser = browserToUse();
const withPython = reportPython();
const withKubectl = hasKubectl();
if (!withKubectl)
  console.log('skipped Kubernetes manifests (kubernetes.spec.ts, npm run k8s:check): there is no kubectl');
const withPromtool = hasPromtool();
if (!withPromtool)
  console.log(
    'skipped rules of Prometheus (npm run observability:check): there is no promtool (apt-get install prometheus)',
  );
const skippedProjects = await formsToSkip();
if (skippedProjects === undefined || withBrowser === undefined) {
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
if (planOnly) process.exit(0);
await useMemoryForFiles();
const withChecks = jestArguments.length === 0 && [undefined, 'checks'].includes(part);
// Beside the first run, since the fault tests that come last break more easily on a busy machine.
const checking = withChecks ? checks() : [];
const runs = [];
for (const [name, asked] of Object.entries(jestRuns())) runs.push(await jestTwice(name, asked));
const checked = await checking;
const sum = (outcome) => runs.reduce((total, run) => total + run[outcome], 0);
const passed = sum('passed') + checked.filter(Boolean).length;
const failed = sum('failed') + checked.filter((succeeded) => !succeeded).length;
// A deployment form that is left out counts as one skipped test, and so do the browser tests, the program in Python, the
// manifests and the rules.
const skipped =
  sum('skipped') +
  skippedProjects.length +
  [withBrowser, withPython, withKubectl, withPromtool].filter((isThere) => !isThere).length;
for (const file of unsteady) console.log(`UNSTEADY  ${file}: failed, and passed when it was run again alone`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
