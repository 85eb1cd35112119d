// `node scripts/check/observability-alerts.mjs [--list] [--alert ParleyOutboxOld,ParleyReadsSlow]`: starts a platform of its own and a
// Prometheus with observability/prometheus/rules.yml in compressed time, provokes the fault of each alert, and checks that it
// fires and resolves, and that none fires before. Needs what `node scripts/check/faults.mjs` needs, and prometheus (in the package
// `prometheus` of Debian; PROMETHEUS names another one).
import { spawnSync } from 'node:child_process';
import { readOptions, runHarness } from './harness.mjs';

const { list, alert } = readOptions({
  list: { type: 'boolean', default: false },
  alert: { type: 'string', multiple: true, default: [] },
});
const { PROMETHEUS = 'prometheus' } = process.env;
const { error } = spawnSync(PROMETHEUS, ['--version']);
if (error !== undefined && !list) {
  console.log(`skipped: prometheus was not found (${error.code}); it is in the package prometheus of Debian`);
  process.exit(0);
}
const alerts = alert.flatMap((names) => names.split(',')).filter(Boolean);
await runHarness('alerts', { ALERTS: JSON.stringify({ list, alerts }) });
