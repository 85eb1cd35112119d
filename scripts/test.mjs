// `npm test`: installs and builds what is missing, then format, lint, types, boundaries and every test. Each check
// counts as one test. Last line: "N passed, N failed, N skipped". Arguments go to Jest: npm test -- test/e2e
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jestArguments = process.argv.slice(2);

const CHECKS = {
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  lint: ['eslint/bin/eslint.js', '.'],
  types: ['typescript/bin/tsc', '-p', '.'],
  boundaries: [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    'libs',
    'apps',
    '--config',
    '.dependency-cruiser.mjs',
  ],
};

/** Runs a program of node_modules; its output is shown when it ends. Answers whether it succeeded. */
function run(name, [program, ...args], options = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      stdio: options.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
      if (code !== 0 && output !== '') console.log(output);
      resolve(code === 0);
    });
  });
}

async function checks() {
  // Lint takes as long as the others together, and there are two cores at least.
  const [lint, ...others] = await Promise.all([
    run('lint', CHECKS.lint),
    (async () => {
      const results = [];
      for (const name of ['types', 'format', 'boundaries']) results.push(await run(name, CHECKS[name]));
      return results;
    })(),
  ]);
  return [lint, ...others.flat()];
}

async function jest() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-results-'));
  const file = join(folder, 'results.json');
  const succeeded = await run(
    'jest',
    ['jest/bin/jest.js', '--json', '--outputFile', file, ...jestArguments],
    {
      live: true,
      env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings` },
    },
  );
  const results = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  await rm(folder, { recursive: true, force: true });
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not even be loaded has no tests to count.
  const broken = results.numRuntimeErrorTestSuites;
  const failed = results.numFailedTests + broken;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

await prepare();
const checked = jestArguments.length === 0 ? await checks() : [];
const tested = await jest();
const passed = tested.passed + checked.filter(Boolean).length;
const failed = tested.failed + checked.filter((succeeded) => !succeeded).length;
console.log(`${passed} passed, ${failed} failed, ${tested.skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
