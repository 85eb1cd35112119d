// `node scripts/check/faults.mjs [--list] [--case broker-killed,relay-frozen] [--seed 7] [--duration 0.5] [--mutations]`:
// breaks servers, processes and connections of a platform under load, and checks that nothing is lost (docs/faults.md).
// Every server is its own: RabbitMQ, PostgreSQL, Redis and PgBouncer must be installed, and need not run.
import { readOptions, runHarness } from './harness.mjs';

const options = {
  list: { type: 'boolean', default: false },
  mutations: { type: 'boolean', default: false },
  case: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  duration: { type: 'string', default: '1' },
};

const values = readOptions(options, ({ seed, duration }) => {
  if (!/^\d{1,9}$/.test(seed)) throw new Error('--seed: must be a number');
  if (!(Number(duration) > 0))
    throw new Error('--duration: must be a factor of how long faults last, such as 0.5');
});
await runHarness('fault-harness', {
  FAULTS: JSON.stringify({
    list: values.list,
    mutations: values.mutations,
    cases: values.case.split(',').filter(Boolean),
    seed: Number(values.seed),
    scale: Number(values.duration),
  }),
});
