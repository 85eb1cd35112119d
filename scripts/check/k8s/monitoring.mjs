// What Prometheus reads: the rules of this repository, and servers that the network lets it reach.
import { isDeepStrictEqual } from 'node:util';
import { groups } from '../../generate/prometheus-rule.mjs';
import { isAllowed } from './allowed.mjs';
import { selects } from './manifests.mjs';
import { nameOf } from './types.mjs';

export function* alertRules(manifests) {
  for (const rule of manifests.of('PrometheusRule'))
    if (!isDeepStrictEqual(rule.spec.groups, groups))
      yield [nameOf(rule), 'is not what observability/prometheus has: npm run generate'];
}

/** The ports behind the names that operators give them. */
const NAMED_PORTS = {
  Cluster: { metrics: 9187 },
  Pooler: { metrics: 9127 },
  RabbitmqCluster: { prometheus: 15692 },
};
const MONITORING = { namespace: { 'parley/monitoring': 'true' }, labels: {} };

/** Every server of an operator is monitored, at a port that a policy opens. */
export function* podMonitors(manifests) {
  const monitors = manifests.of('PodMonitor');
  const hasPolicies = manifests.named('NetworkPolicy', 'default-deny') !== undefined;
  if (monitors.length === 0) return;
  for (const { document, labels } of manifests.servers) {
    const named = NAMED_PORTS[document.kind];
    if (named === undefined) continue;
    const read = monitors
      .filter(({ spec }) => selects(spec.selector, labels))
      .flatMap(({ spec }) => spec.podMetricsEndpoints.map(({ port }) => named[port] ?? []))
      .flat();
    if (read.length === 0) yield [nameOf(document), 'no PodMonitor reads its metrics'];
    for (const number of read)
      if (hasPolicies && !isAllowed(manifests, 'Ingress', labels, MONITORING, { number }))
        yield [nameOf(document), `Prometheus does not reach its metrics at ${number}`];
  }
}
