// Writes the rules of observability/ as an object of the Prometheus operator: `npm run generate`. The check of k8s/ compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';

const root = join(import.meta.dirname, '../..');

const FILES = ['rules.yml', 'kubernetes.yml'];

/** The groups of rules in observability/prometheus, those of backups in Kubernetes too. */
export const groups = FILES.flatMap(
  (name) => yaml.safeLoad(readFileSync(join(root, 'observability/prometheus', name), 'utf8')).groups,
);

if (process.argv[1] === import.meta.filename) {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'parley' },
    spec: { groups },
  };
  writeFileSync(
    join(root, 'k8s/components/service-monitor/prometheus-rule.yaml'),
    `# Written by \`npm run generate\` from observability/prometheus.\n${yaml.safeDump(rule, { lineWidth: -1 })}`,
  );
}
