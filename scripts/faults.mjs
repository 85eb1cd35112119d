// `npm run faults -- [--list] [--case broker-killed,relay-frozen] [--seed 7] [--duration 0.5] [--mutations] [--from v0.1.0]`:
// breaks servers, processes and connections of a platform under load, and checks that nothing is lost (docs/faults.md).
// Every server is its own: RabbitMQ, PostgreSQL, Redis and PgBouncer must be installed, and need not run.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = {
  list: { type: 'boolean', default: false },
  mutations: { type: 'boolean', default: false },
  case: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  duration: { type: 'string', default: '1' },
  from: { type: 'string' },
};

function readArguments() {
  try {
    const { values } = parseArgs({ options });
    if (!/^\d{1,9}$/.test(values.seed)) throw new Error('--seed: must be a number');
    if (!(Number(values.duration) > 0))
      throw new Error('--duration: must be a factor of how long faults last, such as 0.5');
    return values;
  } catch (error) {
    console.error(error.message);
    return process.exit(2);
  }
}

const values = readArguments();
await prepare();
const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'));
const logs = join(folder, 'processes');
mkdirSync(logs);
const output = openSync(join(folder, 'output.log'), 'w');
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['--selectProjects', 'fault-harness', '--runInBand', '--forceExit', '--reporters', 'default'],
  ],
  {
    cwd: root,
    // What the processes under test say goes to a file; the table comes on the fourth descriptor.
    stdio: ['ignore', output, output, 1],
    env: {
      ...process.env,
      TEST_LOGS: logs,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`,
      FAULTS: JSON.stringify({
        list: values.list,
        mutations: values.mutations,
        cases: values.case.split(',').filter(Boolean),
        seed: Number(values.seed),
        scale: Number(values.duration),
      }),
      ...(values.from !== undefined && { ROLLING_FROM: values.from }),
    },
  },
);
child.once('close', (code) => {
  closeSync(output);
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`what the processes wrote: ${folder}`);
  process.exit(code ?? 1);
});
