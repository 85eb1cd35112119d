// `node scripts/check/observability.mjs`: checks the rules of observability/prometheus with promtool, and that each alert fires in its
// fault and none while all is well (rules.test.yml). promtool is in the package `prometheus` of Debian; PROMTOOL names
// another one. That the metrics exist is checked by test/e2e/observability.services.spec.ts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { PROMTOOL = 'promtool' } = process.env;
const cwd = join(import.meta.dirname, '../../observability/prometheus');
for (const args of [
  ['check', 'rules', 'rules.yml', 'kubernetes.yml'],
  ['test', 'rules', 'rules.test.yml'],
]) {
  const { error, status } = spawnSync(PROMTOOL, args, { cwd, stdio: 'inherit' });
  if (error !== undefined) {
    console.log(`skipped: promtool was not found (${error.code}); it is in the package prometheus of Debian`);
    process.exit(0);
  }
  if (status !== 0) process.exit(1);
}
