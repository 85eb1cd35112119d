import { beforeAll, describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import {
  faultsOf,
  RULES_OF_APPLIED,
  RULES_OF_RELEASE,
  rulesOf,
  type Document,
  type Rule,
} from '../../scripts/check/k8s/rules.mjs';
import { Manifests } from '../../scripts/check/k8s/manifests.mjs';
import { connectionsOf } from '../../scripts/check/k8s/platform.mjs';
import { combinations, renderAll } from '../../scripts/check/k8s/render.mjs';
import { typeErrors } from '../../scripts/check/k8s/types.mjs';
import { externalSecretsFor } from '../../scripts/generate/k8s-secrets.mjs';
import { groups } from '../../scripts/generate/prometheus-rule.mjs';

/** A change of one document: what it is, where, and the new value; `undefined` removes. */
type Edit = readonly [document: string, path: string, value: unknown];

/** Edits of a document, or of a part of it. */
const edit =
  (document: string, ...part: string[]) =>
  (path: string, value?: unknown): Edit => [
    document,
    [...part, path].filter((name) => name !== '').join('.'),
    value,
  ];
const deployment = edit('Deployment ticket', 'spec');
const pod = edit('Deployment ticket', 'spec.template.spec');
const container = edit('Deployment ticket', 'spec.template.spec.containers.0');
const operator = edit('Deployment operator', 'spec.template.spec.containers.0');
const job = edit('Job migration');
const cronJob = edit('CronJob backup', 'spec');
const cronPod = edit('CronJob backup', 'spec.jobTemplate.spec.template.spec');
const autoscaler = edit('HorizontalPodAutoscaler gateway', 'spec');
const scaledObject = (name: string) => edit(`ScaledObject ${name}`);
const config = (name: string) => edit(`ConfigMap ${name}`, 'data');
const service = (name: string) => edit(`Service ${name}`, 'spec');
const policy = (name: string) => edit(`NetworkPolicy ${name}`, 'spec');
const publicRange = edit('NetworkPolicy webhook-deliveries', 'spec.egress.0.to');
const budget = (name: string) => edit(`PodDisruptionBudget ${name}`, 'spec');

/** Labels that select pods which are not there. */
const named = (name: string) => ({ 'app.kubernetes.io/name': name });
const ofParley = { matchLabels: { 'app.kubernetes.io/part-of': 'parley' } };

/** For each rule, edits of what is deployed; each has to be found by that rule. */
const SEEDED: Record<string, Record<string, Edit>> = {
  types: {
    'an unknown key': container('livenesProbe', {}),
    'an unknown key of a custom resource': scaledObject('ticket')('spec.minReplicas', 2),
    'a value of the wrong type': service('gateway')('ports.0.port', '80'),
    'a missing key': autoscaler('maxReplicas'),
  },
  'no-latest-tag': { 'no version': container('image', 'localhost/parley/ticket') },
  'read-only-root': {
    'a writable root of a CronJob': cronPod('containers.0.securityContext.readOnlyRootFilesystem', false),
    'a writable root': container('securityContext.readOnlyRootFilesystem', false),
  },
  'run-as-non-root': { root: pod('securityContext.runAsUser', 0) },
  'drop-capabilities': { 'a capability': container('securityContext.capabilities.add', ['NET_RAW']) },
  'no-privilege-escalation': { escalation: container('securityContext.allowPrivilegeEscalation', true) },
  seccomp: { 'no profile': job('spec.template.spec.securityContext.seccompProfile') },
  'cpu-request': { none: container('resources.requests.cpu') },
  'memory-limit': {
    none: container('resources.limits'),
    'none before the others of its pod': pod('initContainers', [{ name: 'prepare' }]),
    'none of a pod that an operator makes': edit('Pooler postgres-pooler')(
      'spec.template.spec.containers',
      [],
    ),
  },
  probes: { 'no liveness': container('livenessProbe') },
  'startup-probe': { none: container('startupProbe') },
  'probe-ports': { 'another port': container('readinessProbe.httpGet.port', 'health') },
  'dangling-selector': {
    'a Service of nothing': service('webhook')('selector', named('webhooks')),
    'a budget of nothing': budget('webhook')('selector.matchLabels', named('webhooks')),
    'a monitor of no port': edit('ServiceMonitor parley')('spec.endpoints.0.port', 'metrics'),
  },
  'mismatching-selector': { 'another label': deployment('selector.matchLabels', named('tickets')) },
  'target-ports': { 'a port of no container': service('ticket')('ports.0.targetPort', 'tcp') },
  'dangling-autoscaler': {
    'no target': autoscaler('scaleTargetRef.name', 'gateways'),
    'two of one': autoscaler('scaleTargetRef.name', 'ticket'),
    'replicas besides': deployment('replicas', 3),
  },
  'service-account': {
    'that of another': pod('serviceAccountName', 'contact'),
    'its token': pod('automountServiceAccountToken', true),
  },
  'disruption-budget': {
    'one that blocks drains': budget('ticket')('', { minAvailable: 2, selector: {} }),
    'a policy that does': budget('ticket')('unhealthyPodEvictionPolicy'),
    none: budget('ticket')('selector.matchLabels', named('contact')),
  },
  'topology-spread': { none: pod('topologySpreadConstraints') },
  'rolling-update': { 'fewer pods': deployment('strategy.rollingUpdate.maxUnavailable', 1) },
  'job-ttl': {
    none: job('spec.ttlSecondsAfterFinished'),
    'none of a CronJob': cronJob('jobTemplate.spec.ttlSecondsAfterFinished'),
  },
  'cron-job': {
    'two at a time': cronJob('concurrencyPolicy', 'Allow'),
    'no end': cronJob('jobTemplate.spec.activeDeadlineSeconds'),
    'the time zone of the control plane': cronJob('timeZone'),
  },
  'duplicate-variable': {
    twice: container(
      'env',
      ['info', 'warn'].map((value) => ({ name: 'LOG_LEVEL', value })),
    ),
  },
  'secret-variable': {
    'a secret in the environment': container('env', [
      { name: 'RPC_SECRET', valueFrom: { secretKeyRef: { name: 'keys', key: 'rpc-secret' } } },
    ]),
  },
  'contained-secret': { 'a value': edit('ServiceAccount ticket')('kind', 'Secret') },
  'missing-reference': {
    'no ConfigMap': container('envFrom.0.configMapRef.name', 'other'),
    'no ServiceAccount': pod('serviceAccountName', 'tickets'),
    'no claim': cronPod('volumes.3.persistentVolumeClaim.claimName', 'file'),
  },
  'host-access': { 'the network of the node': pod('hostNetwork', true) },
  'pod-security': {
    baseline: edit('Namespace parley')('metadata.labels', {
      'pod-security.kubernetes.io/enforce': 'baseline',
    }),
    'a broker that the standard refuses': edit('RabbitmqCluster rabbitmq')('spec.override'),
    'a container of the broker that may gain privileges': edit('RabbitmqCluster rabbitmq')(
      'spec.override.statefulSet.spec.template.spec.initContainers',
    ),
  },
  namespace: { none: scaledObject('ticket')('metadata.namespace') },
  'uid-10001': { another: pod('securityContext.runAsUser', 1000) },
  settings: {
    'a variable that is no setting': config('ticket')('', { SLA_TARGET: 'urgent=1h' }),
    'a value that is refused': config('ticket')('', { SLA_TARGETS: 'urgent=soon' }),
    'a required setting that is missing': config('service')('DATABASE_URL_FILE'),
    'an address that is this pod': config('process')('RPC_HOST'),
    'a file that no Secret has': config('service')('AMQP_URL_FILE', '/run/secrets/broker/uri'),
    'a Secret that nobody makes': pod('volumes.0.secret.secretName', 'tickets'),
  },
  secrets: {
    'a Secret of a backup that nobody makes': cronPod('volumes.1.secret.secretName', 'migrations'),
    'a key of the bucket that nobody makes': edit('ObjectStore backups')(
      'spec.configuration.s3Credentials.accessKeyId.key',
      'id',
    ),
  },
  queues: {
    'a queue that does not exist': scaledObject('ticket')(
      'spec.triggers.1.metadata.queueName',
      'parley.ticket.events.0.v1',
    ),
    'a metric that does not exist': scaledObject('webhook')(
      'spec.triggers.5.metadata.query',
      'max(parley_webhook_pending)',
    ),
    'no replicas': scaledObject('ticket')('spec.minReplicaCount', 0),
    'more replicas than consumers': scaledObject('ticket')('spec.maxReplicaCount', 5),
  },
  'probe-paths': {
    'a path that no process serves': container('livenessProbe.httpGet.path', '/live'),
    'liveness that depends on servers': container('livenessProbe.httpGet.path', '/healthz/ready'),
  },
  termination: {
    'killed while it drains': pod('terminationGracePeriodSeconds', 60),
    'replaced before callers know its successor': deployment('minReadySeconds', 5),
    'no time to leave its Services': container('lifecycle'),
  },
  'progress-deadline': {
    'a rollout that fails while a migration runs': deployment('progressDeadlineSeconds', 7200),
    'the ten minutes of Kubernetes': deployment('progressDeadlineSeconds'),
  },
  connections: {
    'fewer than services open': edit('Cluster postgres')('spec.postgresql.parameters.max_connections', '200'),
  },
  release: {
    'the Job of another release': job('metadata.name', 'migration-v0-0-9'),
    'the Job of another image': job('metadata.name', 'migration-v0-1-0-0123abcd'),
    'an image of another release': container('image', 'localhost/parley/ticket:0.0.9'),
  },
  'pinned-image': {
    'no registry': container('image', `parley/ticket@sha256:${'1'.repeat(64)}`),
    'the registry of this machine': container('image', `localhost/parley/ticket@sha256:${'1'.repeat(64)}`),
    'no digest': container('image', 'registry.example.com/parley/ticket:0.1.0'),
    'a digest that is none': container('image', 'registry.example.com/parley/ticket@sha256:1'),
    'an image of another name': container('image', `registry.example.com/ticket@sha256:${'1'.repeat(64)}`),
  },
  'other-image': {
    'no registry': edit('RabbitmqCluster rabbitmq')('spec.image', 'rabbitmq:4.3.5-management'),
    'a version that changes': edit('StatefulSet redis')(
      'spec.template.spec.containers.0.image',
      'docker.io/library/redis:7-bookworm',
    ),
  },
  'ip-blocks': {
    'an exception that is IPv4-mapped': publicRange('1.ipBlock.except.0', '::ffff:0:0/96'),
    'an exception of the other family': publicRange('0.ipBlock.except.0', 'fc00::/7'),
    'an exception as large as its range': publicRange('0.ipBlock.except.0', '0.0.0.0/0'),
    'bits behind a prefix': publicRange('0.ipBlock.except.1', '10.0.0.1/8'),
    'no range': publicRange('0.ipBlock.cidr', '0.0.0.0'),
  },
  upstreams: {
    'no Service': config('process')('RPC_ADDRESSES', 'identity=identities:4100'),
    'no such port': config('process')('RPC_ADDRESSES', 'identity=identity:4101'),
    'no address of what is called': config('process')('RPC_ADDRESSES', ''),
    'a Service that balances connections': service('ticket')('clusterIP'),
    'a Service that leads callers to processes that start': service('ticket')(
      'publishNotReadyAddresses',
      true,
    ),
    'a Service that hides processes that start from the operator':
      service('gateway-processes')('publishNotReadyAddresses'),
    'a process that the operator does not ask': operator('env.1.value', 'service-processes:9464'),
  },
  edges: {
    'a call that the caller may not make': policy('webhook')('egress', []),
    'a call that the called refuses': policy('services')('ingress', []),
    'everything allowed': policy('services')('ingress', [{}]),
    'a way that nobody uses': policy('webhook')('egress', [{}]),
    'no way to a server': policy('redis-clients')('egress', []),
    'a way to a server that is not used': policy('redis-clients')('podSelector', {}),
    'a way to private addresses': policy('webhook-deliveries')('egress.0.to.0.ipBlock.except', []),
    'a way to private addresses of IPv6': publicRange('1.ipBlock.except', []),
    'no way to receivers': policy('webhook-deliveries')('egress', []),
    'mails that may leave by any port': policy('mail-transports')('egress.0.ports'),
    'no way to submission servers': policy('mail-transports')('egress.0.ports', [{ port: 443 }]),
    'no way to providers': policy('mail-transports')('egress.0.ports', [{ port: 465 }, { port: 587 }]),
    'a file service that mail cannot reach': policy('file')('ingress.1.from', []),
    'a route to no Service': edit('HTTPRoute api')('spec.rules.0.backendRefs.0.name', 'api'),
    'pods that no policy isolates': policy('default-deny')('podSelector', ofParley),
    'a server that a backup cannot reach': policy('postgresql')(
      'ingress.0.from.0.podSelector.matchExpressions.0.values',
      ['service', 'migration'],
    ),
    'a server that refuses its clients': policy('redis')('ingress', []),
    'a server that any pod reaches': policy('postgresql')('ingress', [{}]),
    'a server whose nodes do not reach each other': policy('rabbitmq')('egress', []),
    'a broker whose queues KEDA cannot read': policy('rabbitmq')(
      'ingress.1.from.0.namespaceSelector.matchLabels',
      { 'kubernetes.io/metadata.name': 'scaler' },
    ),
    'a manager that cannot reach the API of the cluster': policy('kubernetes-api-clients')('egress', []),
    'a server that may leave the cluster': policy('redis')('egress', [{}]),
    'no names': policy('dns')('podSelector', ofParley),
    'processes that the operator may not ask': policy('operator')('egress.1.ports', [{ port: 'rpc' }]),
    'processes that refuse the operator': policy('monitoring')('ingress.0.from.1.podSelector', ofParley),
    'metrics that nobody may read': policy('monitoring')('ingress', []),
  },
  hosts: {
    'a route for another address': edit('HTTPRoute files')('spec.hostnames', ['downloads.parley.example']),
    'another address than that of the route': config('edge')('AUTH_URL', 'https://login.parley.example'),
  },
  priorities: {
    'a server that gives way to processes': edit('Cluster postgres')('spec.priorityClassName'),
    'a process of another class': pod('priorityClassName', 'batch'),
  },
  'alert-rules': {
    'rules of an earlier release': edit('PrometheusRule parley')('spec.groups', []),
    'no rules of backups': edit('PrometheusRule parley')(`spec.groups.${groups.length - 1}`),
  },
  'pod-monitors': {
    'a server that nothing reads': edit('PodMonitor parley-servers')('spec.selector', ofParley),
    'a server that Prometheus does not reach': policy('rabbitmq')('ingress.4.ports.0.port', 15691),
  },
  'two-replicas': { one: autoscaler('minReplicas', 1) },
};

let documents: Document[];
let onOneMachine: Document[];
beforeAll(async () => {
  const { 'overlay ha': ha, 'overlay dev': dev, 'base + backup': backup } = combinations();
  const rendered = await renderAll({ ha, dev, backup });
  ({ dev: onOneMachine = [] } = rendered);
  // The overlay archives PostgreSQL by its operator, and has files in a bucket: no overlay needs both.
  const ofBackup = (document: Document) => / (backups?|restore|files)$/.test(plain(document));
  documents = [...(rendered['ha'] ?? []), ...(rendered['backup'] ?? []).filter(ofBackup)];
});

/** A name without the hash that kustomize appends, and without the version. */
const plain = ({ kind, metadata: { name } }: Document) =>
  `${kind} ${name}`.replace(kind === 'ConfigMap' ? /-[a-z0-9]{10}$/ : /-v\d+-\d+-\d+(?:-[0-9a-f]{8})?$/, '');

/** The documents of which one is changed. */
function edited([wanted, path, value]: Edit, of = documents): Document[] {
  const copy = structuredClone(of);
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

const rules = rulesOf('overlay ha');
const rulesFound = (of: Document[], by: Record<string, Rule>) => faultsOf(of, by).map(({ rule }) => rule);

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
      expect(rulesFound(edited(edit), rules)).toContain(rule);
    },
  );

  it('is refused for one machine with an image that a public registry may have', () => {
    const ofDev = rulesOf('overlay dev');
    expect(faultsOf(onOneMachine, ofDev)).toEqual([]);
    for (const image of ['parley/ticket:0.1.0', 'registry.example.com/parley/ticket:0.1.0'])
      expect(rulesFound(edited(container('image', image), onOneMachine), ofDev)).toContain('local-image');
  });

  it('is refused for a cluster while its digests, its registry, its addresses and its buckets are placeholders', () => {
    const faults = faultsOf(documents, RULES_OF_APPLIED);
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(['placeholder', 'installation']));
    const own = faults.filter(({ rule }) => rule === 'installation').map(({ where }) => where);
    expect(own).toEqual([
      'BASE_URL',
      'AUTH_URL',
      'FILES_URL',
      'MAIL_URL',
      'Deployment file',
      'ObjectStore backups',
    ]);
    expect(new Set(rulesFound(documents, RULES_OF_RELEASE))).toEqual(new Set(['placeholder']));
  });

  it('says which value a process refuses, and why', () => {
    const faults = faultsOf(edited(config('ticket')('', { SLA_TARGETS: 'urgent=1h' })), rules);
    expect(faults.map(({ message }) => message)).toEqual([
      'SLA_TARGETS=urgent=1h: needs a target for high, normal, low',
    ]);
  });

  it('advises no name of a Job while its image is a placeholder', () => {
    const faults = faultsOf(edited(job('metadata.name', 'migration-v0-1-0')), rules);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('pin.mjs')]);
  });

  it('may lead to servers outside of the cluster by their addresses, for the processes that use them', () => {
    const isServer = ({ kind, metadata: { name } }: Document) =>
      ['Cluster', 'Pooler', 'RabbitmqCluster'].includes(kind) || (kind === 'StatefulSet' && name === 'redis');
    const to = [{ ipBlock: { cidr: '10.20.0.0/24' } }];
    const edgesOf = (of: Document[]) => faultsOf(of, rules).filter(({ rule }) => rule === 'edges');
    const outside = ['postgresql', 'rabbitmq', 'redis'].reduce(
      (of, name) => edited(policy(`${name}-clients`)('egress.0.to', to), of),
      documents,
    );
    expect(edgesOf(outside.filter((one) => !isServer(one)))).toEqual([]);
    // Those of the cluster are not reached by addresses.
    expect(edgesOf(outside).map(({ where }) => where)).toContain('ticket → postgresql');
    const all = edited(policy('redis-clients')('podSelector', {}), outside).filter((one) => !isServer(one));
    expect(edgesOf(all)).toContainEqual({
      rule: 'edges',
      where: 'ticket → redis',
      message: 'is allowed, and not used',
    });
  });

  it('may name the moment of a restore, and the nodes of PostgreSQL', async () => {
    const recovery = {
      source: 'backups',
      database: 'parley',
      owner: 'parley',
      secret: { name: 'postgres-owner' },
      recoveryTarget: { targetTime: '2026-11-28T09:30:00Z' },
    };
    const cluster = edit('Cluster postgres', 'spec');
    const changed = edited(
      cluster('affinity', { podAntiAffinityType: 'required', topologyKey: 'topology.kubernetes.io/zone' }),
      edited(cluster('bootstrap', { recovery })),
    );
    expect(await typeErrors(changed.filter(({ kind }) => kind === 'Cluster'))).toEqual([]);
  });

  it('is refused with each fault that the types of Kubernetes find', async () => {
    const wrong = cases.filter(({ rule }) => rule === 'types').map(({ edit }) => edit);
    const changed = wrong.map((edit) => edited(edit).find((one) => plain(one) === edit[0]) as Document);
    expect(await typeErrors(documents.concat(changed))).toHaveLength(wrong.length);
  });

  it.each(['dev', 'ha'])(
    'has an ExternalSecret for each Secret and key that the overlay %s refers to',
    async (overlay) => {
      const rendered = await renderAll({ [overlay]: combinations()[`overlay ${overlay}`] });
      const external = externalSecretsFor(overlay, 'vault');
      expect(await typeErrors(external)).toEqual([]);
      const offered = external.flatMap(({ spec }) =>
        spec.data.map(({ secretKey, remoteRef }) => {
          expect(remoteRef).toEqual({ key: `parley/${spec.target.name}`, property: secretKey });
          return `${spec.target.name} ${secretKey}`;
        }),
      );
      const referred = new Manifests(rendered[overlay] ?? []).secretKeys.filter(
        (one) => !one.startsWith('rabbitmq-default-user '),
      );
      expect(referred.length).toBeGreaterThan(10);
      expect(referred.filter((one) => !offered.includes(one))).toEqual([]);
    },
  );

  it('counts the connections of all replicas and of a rollout, or those of the pooler', () => {
    expect(connectionsOf(new Manifests(documents))).toBe(services.length * 2 * 20);
    const withoutPooler = documents.filter(({ kind }) => kind !== 'Pooler');
    expect(connectionsOf(new Manifests(withoutPooler))).toBe(services.length * (4 + 1) * 10);
  });
});
