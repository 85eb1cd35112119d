// Compares what processes and servers in the namespace need of each other with what the network lets them.
import { isAllowed, PUBLIC } from './allowed.mjs';
import { endsByItself, selects } from './manifests.mjs';
import { nameOf } from './types.mjs';

/**
 * The servers that a process connects to by a secret, and the port on pods with the label `parley/server`; the ports by which
 * their nodes find each other, and the namespaces whose pods manage them; whether something in their pods asks the API of the
 * cluster.
 */
const SERVERS = [
  {
    variable: 'DATABASE_URL_FILE',
    label: 'postgresql',
    port: 5432,
    peers: [5432, 8000],
    managers: { 'cnpg-system': [5432, 8000] },
    asksCluster: true,
  },
  {
    variable: 'AMQP_URL_FILE',
    label: 'rabbitmq',
    port: 5672,
    peers: [4369, 25672, 35672, 35682],
    managers: { 'rabbitmq-system': [15672], keda: [5672] },
    asksCluster: true,
  },
  { variable: 'REDIS_URL_FILE', label: 'redis', port: 6379, peers: [6379, 26379] },
  { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT', label: 'otel-collector', port: 4318 },
];
/** Ports of the API of a cluster: that of its Service, and the usual one behind it. */
const CLUSTER_API = [443, 6443];
const DNS = {
  namespace: { 'kubernetes.io/metadata.name': 'kube-system' },
  labels: { 'k8s-app': 'kube-dns' },
};
/** The processes and the Jobs, each of which connects to servers. */
function clientsOf(manifests) {
  const jobs = manifests.workloads
    .filter(endsByItself)
    .map((job) => ({ ...job, name: job.labels['app.kubernetes.io/name'] }));
  return [...manifests.processes, ...jobs];
}

/** Whether an overlay without a server has addresses in `<server>-clients` instead of its pods: outside of the cluster, at any port. */
function leadsOutside(manifests, labels, label) {
  const spec = manifests.named('NetworkPolicy', `${label}-clients`)?.spec;
  const isHere = manifests.servers.some((server) => server.labels['parley/server'] === label);
  if (isHere || spec === undefined || !selects(spec.podSelector, labels)) return false;
  return (spec.egress ?? []).some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock !== undefined));
}

/** A process may connect to the servers that it uses. */
export function* serverEdges(manifests) {
  for (const { containers, labels, name } of clientsOf(manifests)) {
    const { values } = manifests.environment(containers[0]);
    for (const { variable, label, port } of SERVERS) {
      const end = { labels: { 'parley/server': label } };
      const allowed =
        isAllowed(manifests, 'Egress', labels, end, { number: port }) ||
        leadsOutside(manifests, labels, label);
      const used = values[variable] !== undefined;
      if (used && !allowed) yield [`${name} → ${label}`, 'is used, and not allowed'];
      // A collector may be there or not.
      if (!used && allowed && label !== 'otel-collector')
        yield [`${name} → ${label}`, 'is allowed, and not used'];
    }
  }
}

/** A server in this namespace is reached by its clients, its own nodes and what manages it, and by nothing else. */
export function* serverPods(manifests) {
  for (const { document, labels } of manifests.servers) {
    const where = nameOf(document);
    const server = SERVERS.find(({ label }) => label === labels['parley/server']);
    if (server === undefined) {
      yield [
        where,
        `parley/server: ${labels['parley/server']} is none of ${SERVERS.map(({ label }) => label)}`,
      ];
      continue;
    }
    const { variable, label, port, peers = [], managers = {}, asksCluster = false } = server;
    const into = (end, number) => isAllowed(manifests, 'Ingress', labels, end, { number });
    const out = (end, number) => isAllowed(manifests, 'Egress', labels, end, { number });
    for (const client of clientsOf(manifests)) {
      const used = manifests.environment(client.containers[0]).values[variable] !== undefined;
      const isReached = into({ labels: client.labels }, port);
      if (used && !isReached) yield [where, `refuses ${client.name}, which uses it`];
      if (!used && isReached && label !== 'otel-collector')
        yield [where, `can be reached by ${client.name}, which does not use it`];
    }
    for (const number of peers)
      if (!into({ labels }, number) || !out({ labels }, number))
        yield [where, `its pods do not reach each other at ${number}`];
    for (const [namespace, numbers] of Object.entries(managers))
      for (const number of numbers)
        if (!into({ namespace: { 'kubernetes.io/metadata.name': namespace }, labels: {} }, number))
          yield [where, `cannot be reached from the namespace ${namespace} at ${number}`];
    for (const number of [port, ...peers])
      for (const stranger of [{ labels: {} }, { namespace: { any: 'true' }, labels: {} }])
        if (into(stranger, number)) yield [where, `can be reached by any pod at ${number}`];
    if (!out(DNS, 53)) yield [where, 'cannot look names up'];
    for (const number of CLUSTER_API)
      if (out({ address: PUBLIC }, number) !== asksCluster)
        yield [
          where,
          asksCluster
            ? `does not reach the API of the cluster at ${number}`
            : `may leave the cluster at ${number}`,
        ];
    if (out({ address: PUBLIC }, 80)) yield [where, 'may leave the cluster'];
  }
}
