// What the commands of fault tests share.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from '../dev/prepare.mjs';

const root = join(import.meta.dirname, '../..');

/** The values of options. `check` throws for one that is wrong; this process then ends with its message and exit code 2. */
export function readOptions(options, check = () => {}) {
  try {
    const { values } = parseArgs({ options });
    check(values);
    return values;
  } catch (error) {
    console.error(error.message);
    return process.exit(2);
  }
}

/** Prepares the checkout, runs the project with these variables, and ends this process with its exit code. */
export async function runHarness(project, variables) {
  await prepare();
  const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'));
  const logs = join(folder, 'processes');
  mkdirSync(logs);
  const output = openSync(join(folder, 'output.log'), 'w');
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      ...['--selectProjects', project, '--runInBand', '--reporters', 'default'],
    ],
    {
      cwd: root,
      // What the processes under test say goes to a file; the table comes on the fourth descriptor.
      stdio: ['ignore', output, output, 1],
      env: {
        ...process.env,
        TEST_LOGS: logs,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings`,
        ...variables,
      },
    },
  );
  child.once('close', (code) => {
    closeSync(output);
    if (code === 0) rmSync(folder, { recursive: true, force: true });
    else console.log(`what the processes wrote: ${folder}`);
    process.exit(code ?? 1);
  });
}
