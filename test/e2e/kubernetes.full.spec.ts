import { beforeAll, describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { faultsOf, RULES, type Document } from '../../scripts/check/k8s-check.mjs';
import { Manifests } from '../../scripts/check/k8s/manifests.mjs';
import { connectionsOf, twoReplicas } from '../../scripts/check/k8s/platform.mjs';
import { combinations, renderAll } from '../../scripts/check/k8s/render.mjs';
import { typeErrors } from '../../scripts/check/k8s/types.mjs';

const CONTAINER = 'spec.template.spec.containers.0';
const POD = 'spec.template.spec';

/** A change of one document: what it is, where, and the new value; `undefined` removes. */
type Edit = readonly [document: string, path: string, value: unknown];

/** For each rule, edits of what is deployed; each has to be found by that rule. */
const SEEDED: Record<string, Record<string, Edit>> = {
  types: {
    'an unknown key': ['Deployment ticket', `${CONTAINER}.livenesProbe`, {}],
    'an unknown key of a custom resource': ['ScaledObject ticket', 'spec.minReplicas', 2],
    'a value of the wrong type': ['Service gateway', 'spec.ports.0.port', '80'],
    'a missing key': ['HorizontalPodAutoscaler gateway', 'spec.maxReplicas', undefined],
  },
  'no-latest-tag': { 'no version': ['Deployment ticket', `${CONTAINER}.image`, 'parley/ticket'] },
  'read-only-root': {
    'a writable root': ['Deployment ticket', `${CONTAINER}.securityContext.readOnlyRootFilesystem`, false],
  },
  'run-as-non-root': { root: ['Deployment ticket', `${POD}.securityContext.runAsUser`, 0] },
  'drop-capabilities': {
    'a capability': ['Deployment ticket', `${CONTAINER}.securityContext.capabilities.add`, ['NET_RAW']],
  },
  'no-privilege-escalation': {
    escalation: ['Deployment ticket', `${CONTAINER}.securityContext.allowPrivilegeEscalation`, true],
  },
  seccomp: { 'no profile': ['Job migration', `${POD}.securityContext.seccompProfile`, undefined] },
  'cpu-request': { none: ['Deployment ticket', `${CONTAINER}.resources.requests.cpu`, undefined] },
  'memory-limit': { none: ['Deployment ticket', `${CONTAINER}.resources.limits`, undefined] },
  probes: { 'no liveness': ['Deployment ticket', `${CONTAINER}.livenessProbe`, undefined] },
  'startup-probe': { none: ['Deployment ticket', `${CONTAINER}.startupProbe`, undefined] },
  'probe-ports': {
    'another port': ['Deployment ticket', `${CONTAINER}.readinessProbe.httpGet.port`, 'health'],
  },
  'dangling-selector': {
    'a Service of nothing': ['Service webhook', 'spec.selector', { 'app.kubernetes.io/name': 'webhooks' }],
    'a budget of nothing': [
      'PodDisruptionBudget webhook',
      'spec.selector.matchLabels',
      { 'app.kubernetes.io/name': 'webhooks' },
    ],
    'a monitor of no port': ['ServiceMonitor parley', 'spec.endpoints.0.port', 'metrics'],
  },
  'mismatching-selector': {
    'another label': [
      'Deployment ticket',
      'spec.selector.matchLabels',
      { 'app.kubernetes.io/name': 'tickets' },
    ],
  },
  'target-ports': { 'a port of no container': ['Service ticket', 'spec.ports.0.targetPort', 'tcp'] },
  'dangling-autoscaler': {
    'no target': ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'gateways'],
    'two of one': ['HorizontalPodAutoscaler gateway', 'spec.scaleTargetRef.name', 'ticket'],
    'replicas besides': ['Deployment ticket', 'spec.replicas', 3],
  },
  'service-account': {
    'that of another': ['Deployment ticket', `${POD}.serviceAccountName`, 'contact'],
    'its token': ['Deployment ticket', `${POD}.automountServiceAccountToken`, true],
  },
  'disruption-budget': {
    'one that blocks drains': ['PodDisruptionBudget ticket', 'spec', { minAvailable: 2, selector: {} }],
    'a policy that does': ['PodDisruptionBudget ticket', 'spec.unhealthyPodEvictionPolicy', undefined],
    none: [
      'PodDisruptionBudget ticket',
      'spec.selector.matchLabels',
      { 'app.kubernetes.io/name': 'contact' },
    ],
  },
  'topology-spread': { none: ['Deployment ticket', `${POD}.topologySpreadConstraints`, undefined] },
  'rolling-update': { 'fewer pods': ['Deployment ticket', 'spec.strategy.rollingUpdate.maxUnavailable', 1] },
  'job-ttl': { none: ['Job migration', 'spec.ttlSecondsAfterFinished', undefined] },
  'duplicate-variable': {
    twice: [
      'Deployment ticket',
      `${CONTAINER}.env`,
      [
        { name: 'LOG_LEVEL', value: 'info' },
        { name: 'LOG_LEVEL', value: 'warn' },
      ],
    ],
  },
  'secret-variable': {
    'a secret in the environment': [
      'Deployment ticket',
      `${CONTAINER}.env`,
      [{ name: 'RPC_SECRET', valueFrom: { secretKeyRef: { name: 'keys', key: 'rpc-secret' } } }],
    ],
  },
  'contained-secret': { 'a value': ['ServiceAccount ticket', 'kind', 'Secret'] },
  'missing-reference': {
    'no ConfigMap': ['Deployment ticket', `${CONTAINER}.envFrom.0.configMapRef.name`, 'other'],
    'no ServiceAccount': ['Deployment ticket', `${POD}.serviceAccountName`, 'tickets'],
  },
  'host-access': { 'the network of the node': ['Deployment ticket', `${POD}.hostNetwork`, true] },
  'pod-security': {
    baseline: ['Namespace parley', 'metadata.labels', { 'pod-security.kubernetes.io/enforce': 'baseline' }],
    'a broker that the standard refuses': ['RabbitmqCluster rabbitmq', 'spec.override', undefined],
    'a container of the broker that may gain privileges': [
      'RabbitmqCluster rabbitmq',
      'spec.override.statefulSet.spec.template.spec.initContainers',
      undefined,
    ],
  },
  namespace: { none: ['ScaledObject ticket', 'metadata.namespace', undefined] },
  'uid-10001': { another: ['Deployment ticket', `${POD}.securityContext.runAsUser`, 1000] },
  settings: {
    'a variable that is no setting': ['ConfigMap ticket', 'data', { SLA_TARGET: 'urgent=1h' }],
    'a value that is refused': ['ConfigMap ticket', 'data', { SLA_TARGETS: 'urgent=soon' }],
    'a required setting that is missing': ['ConfigMap service', 'data.DATABASE_URL_FILE', undefined],
    'an address that is this pod': ['ConfigMap process', 'data.RPC_HOST', undefined],
    'a file that no Secret has': ['ConfigMap service', 'data.AMQP_URL_FILE', '/run/secrets/broker/uri'],
    'a Secret that nobody makes': ['Deployment ticket', `${POD}.volumes.0.secret.secretName`, 'tickets'],
  },
  queues: {
    'a queue that does not exist': [
      'ScaledObject ticket',
      'spec.triggers.1.metadata.queueName',
      'parley.ticket.events.0.v1',
    ],
    'a metric that does not exist': [
      'ScaledObject webhook',
      'spec.triggers.5.metadata.query',
      'max(parley_webhook_pending)',
    ],
    'no replicas': ['ScaledObject ticket', 'spec.minReplicaCount', 0],
    'more replicas than consumers': ['ScaledObject ticket', 'spec.maxReplicaCount', 5],
  },
  'probe-paths': {
    'a path that no process serves': [
      'Deployment ticket',
      `${CONTAINER}.livenessProbe.httpGet.path`,
      '/live',
    ],
    'liveness that depends on servers': [
      'Deployment ticket',
      `${CONTAINER}.livenessProbe.httpGet.path`,
      '/healthz/ready',
    ],
  },
  termination: {
    'killed while it drains': ['Deployment ticket', `${POD}.terminationGracePeriodSeconds`, 45],
    'no time to leave its Services': ['Deployment ticket', `${CONTAINER}.lifecycle`, undefined],
  },
  connections: {
    'fewer than services open': ['Cluster postgres', 'spec.postgresql.parameters.max_connections', '200'],
  },
  release: {
    'the Job of another release': ['Job migration', 'metadata.name', 'migration-v0-0-9'],
    'an image of another release': ['Deployment ticket', `${CONTAINER}.image`, 'parley/ticket:0.0.9'],
  },
  upstreams: {
    'no Service': ['ConfigMap process', 'data.RPC_ADDRESSES', 'identity=identities:4100'],
    'no such port': ['ConfigMap process', 'data.RPC_ADDRESSES', 'identity=identity:4101'],
    'no address of what is called': ['ConfigMap process', 'data.RPC_ADDRESSES', ''],
    'a Service that balances connections': ['Service ticket', 'spec.clusterIP', undefined],
  },
  edges: {
    'a call that the caller may not make': ['NetworkPolicy webhook', 'spec.egress', []],
    'a call that the called refuses': ['NetworkPolicy services', 'spec.ingress', []],
    'everything allowed': ['NetworkPolicy services', 'spec.ingress', [{}]],
    'a way that nobody uses': ['NetworkPolicy webhook', 'spec.egress', [{}]],
    'no way to a server': ['NetworkPolicy redis-clients', 'spec.egress', []],
    'a way to a server that is not used': ['NetworkPolicy redis-clients', 'spec.podSelector', {}],
    'a way to private addresses': [
      'NetworkPolicy webhook-deliveries',
      'spec.egress.0.to.0.ipBlock.except',
      [],
    ],
    'no way to receivers': ['NetworkPolicy webhook-deliveries', 'spec.egress', []],
    'a route to no Service': ['HTTPRoute api', 'spec.rules.0.backendRefs.0.name', 'api'],
    'pods that no policy isolates': [
      'NetworkPolicy default-deny',
      'spec.podSelector',
      { matchLabels: { 'app.kubernetes.io/part-of': 'parley' } },
    ],
    'a server that refuses its clients': ['NetworkPolicy redis', 'spec.ingress', []],
    'a server that any pod reaches': ['NetworkPolicy postgresql', 'spec.ingress', [{}]],
    'a server whose nodes do not reach each other': ['NetworkPolicy rabbitmq', 'spec.egress', []],
    'a broker whose queues KEDA cannot read': [
      'NetworkPolicy rabbitmq',
      'spec.ingress.1.from.0.namespaceSelector.matchLabels',
      { 'kubernetes.io/metadata.name': 'scaler' },
    ],
    'a manager that cannot reach the API of the cluster': [
      'NetworkPolicy kubernetes-api-clients',
      'spec.egress',
      [],
    ],
    'a server that may leave the cluster': ['NetworkPolicy redis', 'spec.egress', [{}]],
    'no names': [
      'NetworkPolicy dns',
      'spec.podSelector',
      { matchLabels: { 'app.kubernetes.io/part-of': 'parley' } },
    ],
    'metrics that nobody may read': ['NetworkPolicy monitoring', 'spec.ingress', []],
  },
  'two-replicas': { one: ['HorizontalPodAutoscaler gateway', 'spec.minReplicas', 1] },
};

let documents: Document[];
beforeAll(async () => {
  const { 'overlay ha': ha } = combinations();
  ({ ha: documents = [] } = await renderAll({ ha }));
});

/** A name without the hash that kustomize appends, and without the version. */
const plain = ({ kind, metadata: { name } }: Document) =>
  `${kind} ${name}`.replace(kind === 'ConfigMap' ? /-[a-z0-9]{10}$/ : /-v\d+-\d+-\d+$/, '');

/** The documents of which one is changed. */
function edited([wanted, path, value]: Edit): Document[] {
  const copy = structuredClone(documents);
  const document = copy.find((one) => plain(one) === wanted);
  if (document === undefined) throw new Error(`there is no ${wanted}`);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let place = document as unknown as Record<string, unknown>;
  for (const key of keys) place = place[key] as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(place, last);
  else place[last] = value;
  return copy;
}

const rules = { ...RULES, 'two-replicas': twoReplicas };

describe('k8s/', () => {
  it('has no fault, in the overlay of production', async () => {
    expect(faultsOf(documents, rules)).toEqual([]);
    expect(await typeErrors(documents)).toEqual([]);
  });

  it('has a seeded fault for each rule', () => {
    expect(Object.keys(SEEDED).sort()).toEqual(['types', ...Object.keys(rules)].sort());
  });

  const cases = Object.entries(SEEDED).flatMap(([rule, edits]) =>
    Object.entries(edits).map(([name, edit]) => ({ rule, name, edit })),
  );

  it.each(cases.filter(({ rule }) => rule !== 'types'))(
    'is refused with $name, by $rule',
    ({ rule, edit }) => {
      expect(faultsOf(edited(edit), rules).map((fault) => fault.rule)).toContain(rule);
    },
  );

  it('is refused with each fault that the types of Kubernetes find', async () => {
    const wrong = cases.filter(({ rule }) => rule === 'types').map(({ edit }) => edit);
    const changed = wrong.map((edit) => edited(edit).find((one) => plain(one) === edit[0]) as Document);
    expect(await typeErrors(documents.concat(changed))).toHaveLength(wrong.length);
  });

  it('counts the connections of all replicas and of a rollout, or those of the pooler', () => {
    expect(connectionsOf(new Manifests(documents))).toBe(services.length * 2 * 20);
    const withoutPooler = documents.filter(({ kind }) => kind !== 'Pooler');
    expect(connectionsOf(new Manifests(withoutPooler))).toBe(services.length * (4 + 1) * 10);
  });
});
