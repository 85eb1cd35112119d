// `npm test`: installs and builds what is missing, then runs the checks, the tests of the packages, the stories against
// standalone and a few of them against separate services. `npm run test:full` (--full) runs what that leaves out. Each check
// counts as one test. Last line: "N passed, N failed, N skipped". Other arguments go to Jest: npm test -- test/e2e
//   --only=checks|unit|e2e|faults  runs a part (npm run check, test:unit, test:e2e, test:faults)
//   --until=SECONDS              of Unix time: runs the tests in parts, and begins none that is likely to end later
//   --durations                    prints how long each test file took, slowest first
//   --plan                         only prints what cannot run here
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findMissing } from '../test/setup/missing.mjs';
import { isAlive, prepare } from './dev/prepare.mjs';

const root = join(import.meta.dirname, '..');
const PARTS = ['checks', 'unit', 'e2e', 'faults'];
const OWN_ARGUMENT = /^--(full|plan|durations|only=.*|until=\d+)$/;
const own = process.argv.filter((argument) => OWN_ARGUMENT.test(argument));
const jestArguments = process.argv.slice(2).filter((argument) => !OWN_ARGUMENT.test(argument));
const part = own.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const isFull = own.includes('--full') || part === 'faults';
const until = own.find((argument) => argument.startsWith('--until='))?.slice('--until='.length);

if (part !== undefined && !PARTS.includes(part)) {
  console.error(`--only=${part}: must be one of ${PARTS.join(', ')}`);
  process.exit(2);
}

const CHECKS = {
  // It checks the types too: `typeCheck` in .oxlintrc.json.
  lint: ['oxlint/bin/oxlint'],
  format: ['oxfmt/bin/oxfmt', '--check'],
  boundaries: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    'libs',
    'apps',
    'sdks',
    '--config',
    '.dependency-cruiser.mjs',
  ],
  openapi: ['../scripts/check/openapi-lint.mjs'],
  asyncapi: ['../scripts/check/asyncapi-lint.mjs'],
  guides: ['../scripts/generate/guides.mjs', '--check'],
  sdks: ['../sdks/generator/main.mjs', '--check'],
  surface: ['../sdks/generator/surface.mjs'],
  // .jscpd.json: rejects duplicated logic in the handlers of resources.
  repetition: ['jscpd/bin/jscpd'],
  vocabulary: ['../scripts/check/vocabulary.mjs'],
  services: ['../scripts/check/services.mjs'],
  compose: ['../scripts/check/compose.mjs'],
};
/** Those of `npm run test:full`; each where its program is (test/setup/missing.mjs). */
const FULL_CHECKS = {
  kubernetes: ['../scripts/check/k8s-check.mjs', '--pairs=every'],
  helm: ['../scripts/check/helm-check.mjs'],
  rules: ['../scripts/check/observability.mjs'],
};
/** Those of them that start platforms of their own, after the tests. */
const LAST_CHECKS = {
  alerts: ['../scripts/check/observability-alerts.mjs'],
  'compose-up': ['../scripts/check/compose-up.mjs'],
};

/** The projects of jest.config.mjs in runs of Jest, one after the other: fault tests break more easily on a busy machine. */
function jestRuns(withServices) {
  const services = ['e2e-services', 'faults-services'];
  if (jestArguments.length > 0)
    return [[...jestArguments, ...(withServices ? [] : ['--ignoreProjects', ...services])]];
  const unit = ['packages'];
  const e2e = ['e2e', ...(withServices ? ['e2e-services'] : [])];
  const faults = ['faults', ...(withServices ? ['faults-services'] : [])];
  const runs = { checks: [], unit: [unit], e2e: [e2e], faults: [faults] }[part];
  return (runs ?? [[...unit, ...e2e], ...(isFull ? [faults] : [])]).map((projects) => [
    `--maxWorkers=${projects === faults ? FAULT_WORKERS : WORKERS}`,
    '--selectProjects',
    ...projects,
  ]);
}

/** More than half of the time tests wait, for servers and for what takes its time, such as an outage. */
const WORKERS = Math.ceil(availableParallelism() * 2.5);
/** Each fault test has a platform of its own. Four are what servers with their usual limits of connections and files take. */
const FAULT_WORKERS = Math.min(availableParallelism() * 2, 4);

/** Variables for jest.config.mjs, and for the tests that try more values in `npm run test:full`. */
const JEST_ENV = {
  TEST_FILES: jestArguments.length > 0 || part === 'faults' ? 'all' : isFull ? 'full' : 'daily',
  ...(isFull && { TEST_FULL: 'true' }),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings`,
};

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

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

/** Runs a program of node_modules, prints its output at the end if it fails, and returns whether it succeeded. */
async function run(name, [program, ...args], { nodeFlags = [], env, isLive = false } = {}) {
  const started = Date.now();
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  children.add(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  children.delete(child);
  console.log(
    `${code === 0 ? 'passed' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (code !== 0) console.log(output);
  return code === 0;
}

/** @param parallel how many at a time */
async function runChecks(checks, absent, parallel = 1) {
  const names = Object.keys(checks).filter((name) => !absent.includes(name));
  const outcomes = [];
  const worker = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      outcomes.push((await run(name, checks[name])) ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 });
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return outcomes;
}

/** V8 collects a heap again and again while it grows, which takes 7 % of the CPU time of tests. Those of workers start large. */
const HEAP_FLAGS = ['--initial-old-space-size=512', '--min-semi-space-size=16'];

async function runJest(args) {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-results-')), 'results.json');
  const succeeded = await run('jest', ['jest/bin/jest.js', '--json', '--outputFile', file, ...args], {
    isLive: true,
    nodeFlags: HEAP_FLAGS,
    env: JEST_ENV,
  });
  const results = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  rmSync(join(file, '..'), { recursive: true });
  if (results === undefined) return { ...NOTHING, failed: 1 };
  if (own.includes('--durations')) printDurations(results.testResults);
  // A file that could not be loaded has no tests to count.
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** Parts of runs whose time is limited: each takes test files of all kinds. */
const SHARDS = 8;

/** The first part of each run, then the second of each. Each day begins with another one, since a slow machine comes to some alone. */
function inParts(runs) {
  const today = Math.floor(Date.now() / 86_400_000);
  return Array.from({ length: SHARDS }, (_, index) => ((today + index) % SHARDS) + 1).flatMap((nth) =>
    runs.map((args) => [`--shard=${nth}/${SHARDS}`, ...args]),
  );
}

/** Runs Jest as often as another run, as long as the longest, ends in time, and says what is left. */
async function runJests(runs) {
  const deadlineMs = until === undefined ? Infinity : Number(until) * 1000;
  const left = until === undefined ? runs : inParts(runs);
  const outcomes = [];
  for (let longestMs = 0; left.length > 0 && Date.now() + longestMs < deadlineMs;) {
    const started = Date.now();
    outcomes.push(await runJest(left.shift()));
    longestMs = Math.max(longestMs, Date.now() - started);
  }
  for (const args of left) console.log(`not run for lack of time: ${args.join(' ')}`);
  return { outcomes, isComplete: left.length === 0 };
}

function printDurations(files) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a)))
    console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`);
}

/** The databases of a run are 200,000 small files, which take a sixth of its CPU time on ext4. */
const TEMPORARY_BYTES = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';

/** Puts temporary files in memory, if there is room and TMPDIR names no other place. */
function useMemoryForFiles() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) < TEMPORARY_BYTES) return;
  // Those of runs that were killed.
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^parley-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true });
  }
  const folder = mkdtempSync(join(MEMORY, `parley-tests-${process.pid}-`));
  // For root, PostgreSQL runs as another user, who has to reach its folder in this one.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

async function runAll(absent) {
  const isWhole = jestArguments.length === 0 && part === undefined;
  const isAlone = part === 'checks';
  const checks = isAlone || !isFull ? CHECKS : FULL_CHECKS;
  // Beside tests, which use all cores, one after the other.
  const checking = isAlone || isWhole ? runChecks(checks, absent, isAlone ? availableParallelism() : 1) : [];
  const { outcomes, isComplete } = await runJests(jestRuns(!absent.includes('services')));
  outcomes.push(...(await checking));
  if (isWhole && isFull && isComplete) outcomes.push(...(await runChecks(LAST_CHECKS, absent)));
  return outcomes;
}

async function main() {
  await prepare();
  const missing = await findMissing(isFull);
  for (const { name, reason, isFault } of missing)
    console.log(
      isFault ? `FAILED  ${name}: ${reason}, and CI=true asks for it` : `skipped ${name}: ${reason}`,
    );
  const failed = missing.filter(({ isFault }) => isFault).length;
  const outcomes = [{ passed: 0, failed, skipped: missing.length - failed }];
  if (failed === 0) {
    if (own.includes('--plan')) return;
    useMemoryForFiles();
    outcomes.push(...(await runAll(missing.map(({ name }) => name))));
  }
  const sum = (name) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

await main();
