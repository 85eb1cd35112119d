// `node scripts/check/rolling.mjs [--from <revision>] [--rate 200] [--apps ticket,gateway]`: rolls a release out under load and back,
// and checks that no request fails and no effect is lost or doubled (test/faults/rolling.services.spec.ts). By default
// the new release is this checkout with a few changes; with --from it is this checkout, and the old one is that revision.
// Needs PostgreSQL, RabbitMQ and Redis, as `npm run services` does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare } from '../dev/prepare.mjs';
import { readOptions } from './harness.mjs';

const root = join(import.meta.dirname, '../..');
const options = {
  from: { type: 'string' },
  rate: { type: 'string', default: '200' },
  apps: { type: 'string' },
};

const { from, rate, apps } = readOptions(options, (values) => {
  if (!/^[1-9]\d*$/.test(values.rate)) throw new Error('--rate: must be a number of requests per second');
});
await prepare();
const { services } = await import('@parley/contracts');
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['--selectProjects', 'faults-services', '--runTestsByPath', 'test/faults/rolling.services.spec.ts'],
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --no-warnings`,
      ROLLING_RATE: rate,
      ROLLING_REPLICAS: '2',
      ROLLING_APPS: apps ?? [...services, 'gateway'].join(','),
      ...(from !== undefined && { ROLLING_FROM: from }),
    },
  },
);
child.once('close', (code) => process.exit(code ?? 1));
