// `node sdks/conformance/run.mjs LANGUAGE [ID…] [--json]`: runs the scenarios with the library of a language, and prints a table.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Control, readScenarios } from './control.mjs';

const root = join(import.meta.dirname, '../..');
const sdks = join(root, 'sdks');
/** A runner that asks for nothing for so long hangs: its scenario has failed, and the others go on in a new process. */
const SILENCE_MS = 60_000;

/** Proxies of this machine must not come between, and no option may hide a warning. */
const CHANGING = /^(https?_proxy|no_proxy|node_options|workspace_credentials)$/i;

const RBS = ['-r', 'rbs/test/setup'];
/** How the runner of each language is started, so that every warning of the language is seen. */
export const RUNNERS = {
  node: { command: [process.execPath, '--trace-warnings', 'node/conformance/run.mjs'] },
  python: {
    command: ['python3', '-X', 'dev', '-W', 'error', 'python/conformance/run.py'],
    env: { PYTHONPATH: 'python/src' },
  },
  'python-async': {
    command: ['python3', '-X', 'dev', '-W', 'error', 'python/conformance/run.py', '--async'],
    env: { PYTHONPATH: 'python/src' },
  },
  ruby: {
    command: ['ruby', '-W:deprecated', '-I', 'ruby/lib', ...RBS, 'ruby/conformance/run.rb'],
    env: { RBS_TEST_TARGET: 'Parley::*', RBS_TEST_OPT: '-I ruby/sig', RBS_TEST_LOGLEVEL: 'error' },
  },
  php: {
    command: ['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'php/conformance/run.php'],
  },
};

/** Runs one process until it ends or hangs. @returns {Promise<{code: number | null, stderr: string}>} */
function runProcess({ command, env }, ids, control) {
  const [program, ...args] = command;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !CHANGING.test(name)));
  const child = spawn(program, [...args, ...ids], {
    cwd: sdks,
    env: { ...inherited, ...env, PARLEY_CONFORMANCE_URL: control.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  control.lastAsked = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - control.lastAsked > SILENCE_MS) child.kill('SIGKILL');
  }, 1000);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, stderr }));
  }).finally(() => clearInterval(watch));
}

/**
 * Runs scenarios with the library of a language.
 * @param {{language: string, dataDir: string, credentials?: Record<string, string>, ids?: string[]}} of a running standalone: its data
 *   folder, and a workspace in it that nobody else uses
 * @returns {Promise<{id: string, title: string, problems: string[]}[]>}
 */
export async function conformance({ language, dataDir, credentials, ids }) {
  const { scenarios } = await readScenarios();
  const chosen = ids === undefined ? scenarios : scenarios.filter(({ id }) => ids.includes(id));
  const control = await Control.start({ dataDir, credentials });
  const { verdicts } = control;
  try {
    for (let left = chosen; left.length > 0;) {
      const { code, stderr } = await runProcess(
        RUNNERS[language],
        left.map(({ id }) => id),
        control,
      );
      const next = left.findIndex(({ id }) => !verdicts.has(id));
      const last = left.at(next === -1 ? -1 : next);
      if (next !== -1) verdicts.set(last.id, [`the runner ended with ${code} here: ${stderr}`]);
      else if (stderr !== '') verdicts.get(last.id).push(`the runner wrote to stderr: ${stderr}`);
      left = next === -1 ? [] : left.slice(next + 1);
    }
  } finally {
    await control.close();
  }
  return chosen.map(({ id, title }) => ({ id, title, problems: verdicts.get(id) }));
}

async function main() {
  const isJson = process.argv.includes('--json');
  const [language, ...ids] = process.argv.slice(2).filter((argument) => argument !== '--json');
  if (RUNNERS[language] === undefined)
    throw new Error(`usage: run.mjs ${Object.keys(RUNNERS).join('|')} [ID…] [--json]`);
  const { DATA_DIR: dataDir = join(root, '.data'), WORKSPACE_CREDENTIALS: workspace } = process.env;
  const started = performance.now();
  const credentials = workspace === undefined ? undefined : JSON.parse(workspace);
  const results = await conformance({
    language,
    dataDir,
    credentials,
    ids: ids.length > 0 ? ids : undefined,
  });
  if (isJson) console.log(JSON.stringify(results));
  else printTable(language, results, performance.now() - started);
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

function printTable(language, results, milliseconds) {
  for (const { id, title, problems } of results) {
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${id.padStart(3)} ${title}`);
    for (const problem of problems) console.log(`           ${problem.replaceAll('\n', '\n           ')}`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  console.log(
    `\n${language}: ${results.length - failed} of ${results.length} in ${Math.round(milliseconds / 1000)} s`,
  );
}

if (process.argv[1] === import.meta.filename) await main();
