// Rules for each document of a rendering, modelled on the checks of kube-linter. A rule yields what is wrong, as
// `[where, message]`.
import { endsByItself, selects } from './manifests.mjs';
import { nameOf } from './types.mjs';

const containersOf = (manifests) =>
  manifests.workloads.flatMap(({ document, template, containers, image }) =>
    containers.map((container) => ({
      document,
      container,
      pod: template.spec,
      image,
      where: `${nameOf(document)}, container ${container.name}`,
    })),
  );

/** A rule of which each container has to satisfy a condition. */
const eachContainer = (message, isRight, only = () => true) =>
  function* check(manifests) {
    for (const one of containersOf(manifests))
      if (only(one) && !isRight(one.container, one.pod)) yield [one.where, message];
  };

const eachWorkload = (message, isRight, only = () => true) =>
  function* check(manifests) {
    for (const workload of manifests.workloads)
      if (only(workload) && !isRight(workload, manifests)) yield [nameOf(workload.document), message];
  };

const runsOn = (workload) => !endsByItself(workload);
const isDeployment = ({ document }) => document.kind === 'Deployment';
const PROBES = ['livenessProbe', 'readinessProbe'];

function portOf(container, port) {
  return container.ports?.find(({ name, containerPort }) => name === port || containerPort === port);
}

function* memoryLimits(manifests) {
  for (const { where, container } of manifests.containers) {
    const { limits, requests } = container.resources ?? {};
    if (limits?.memory === undefined || requests?.memory === undefined)
      yield [where, 'its memory is not requested, or not limited'];
  }
}

function* probePorts(manifests) {
  for (const { container, where } of containersOf(manifests))
    for (const probe of [...PROBES, 'startupProbe']) {
      const { httpGet, tcpSocket } = container[probe] ?? {};
      const port = (httpGet ?? tcpSocket)?.port;
      if (port !== undefined && portOf(container, port) === undefined)
        yield [where, `${probe} asks port ${port}, which the container does not have`];
    }
}

function* danglingSelectors(manifests) {
  const pods = manifests.workloads.map(({ labels }) => labels);
  // Pods that an operator makes.
  const made = manifests
    .of('RabbitmqCluster', 'Cluster', 'Pooler')
    .map(({ metadata }) => ({ 'app.kubernetes.io/name': metadata.name }));
  const isSelected = (selector) => [...pods, ...made].some((labels) => selects(selector, labels));
  for (const service of manifests.of('Service'))
    if (!isSelected({ matchLabels: service.spec.selector })) yield [nameOf(service), 'selects no pod'];
  for (const budget of manifests.of('PodDisruptionBudget'))
    if (!isSelected(budget.spec.selector)) yield [nameOf(budget), 'selects no pod'];
  const optional = (selector) =>
    [
      ...Object.keys(selector.matchLabels ?? {}),
      ...(selector.matchExpressions ?? []).map(({ key }) => key),
    ].some((key) => key.startsWith('parley/') && key !== 'parley/role');
  for (const policy of manifests.of('NetworkPolicy')) {
    const { podSelector } = policy.spec;
    if (!optional(podSelector) && !isSelected(podSelector)) yield [nameOf(policy), 'selects no pod'];
  }
  for (const monitor of manifests.of('ServiceMonitor')) {
    const services = manifests
      .of('Service')
      .filter(({ metadata }) => selects(monitor.spec.selector, metadata.labels));
    for (const { port } of monitor.spec.endpoints)
      if (!services.some(({ spec }) => spec.ports.some(({ name }) => name === port)))
        yield [nameOf(monitor), `no Service that it selects has the port ${port}`];
  }
}

function* servicePorts(manifests) {
  for (const service of manifests.of('Service')) {
    const pods = manifests.workloads.filter(({ labels }) =>
      selects({ matchLabels: service.spec.selector }, labels),
    );
    for (const { targetPort, port } of service.spec.ports)
      for (const { containers, document } of pods)
        if (!containers.some((container) => portOf(container, targetPort ?? port)))
          yield [nameOf(service), `its target port ${targetPort ?? port} is none of ${nameOf(document)}`];
  }
}

function* scalers(manifests) {
  const targets = manifests.of('HorizontalPodAutoscaler', 'ScaledObject');
  for (const scaler of targets) {
    const { name } = scaler.spec.scaleTargetRef;
    const target = manifests.named('Deployment', name);
    const others = targets.filter((other) => other !== scaler && other.spec.scaleTargetRef.name === name);
    if (target === undefined) yield [nameOf(scaler), `there is no Deployment ${name}`];
    else if (target.spec.replicas !== undefined) yield [nameOf(target), 'has replicas, and is scaled'];
    else if (target.spec.template.spec.containers[0].resources?.requests?.cpu === undefined)
      yield [nameOf(scaler), `Deployment ${name} requests no CPU, of which this is a share`];
    if (others.length > 0) yield [nameOf(scaler), `Deployment ${name} has another autoscaler`];
  }
}

function* budgets(manifests) {
  for (const budget of manifests.of('PodDisruptionBudget')) {
    const { maxUnavailable, minAvailable, unhealthyPodEvictionPolicy } = budget.spec;
    if (minAvailable !== undefined || maxUnavailable !== 1) yield [nameOf(budget), 'maxUnavailable is not 1'];
    if (unhealthyPodEvictionPolicy !== 'AlwaysAllow')
      yield [nameOf(budget), 'unhealthyPodEvictionPolicy is not AlwaysAllow'];
  }
  for (const { document, labels } of manifests.processes)
    if (!manifests.of('PodDisruptionBudget').some(({ spec }) => selects(spec.selector, labels)))
      yield [nameOf(document), 'has no PodDisruptionBudget'];
}

function* duplicateVariables(manifests) {
  for (const { container, where } of containersOf(manifests)) {
    const names = (container.env ?? []).map(({ name }) => name);
    for (const name of names.filter((one, index) => names.indexOf(one) !== index))
      yield [where, `${name} is given twice`];
  }
}

/** Read by the SDK of the object storage from its environment alone, and no secret without its other half. */
const IDS = ['S3_ACCESS_KEY_ID'];

function* secretVariables(manifests) {
  for (const { container, where } of containersOf(manifests)) {
    for (const { name, valueFrom } of container.env ?? [])
      if (valueFrom?.secretKeyRef !== undefined && !IDS.includes(name))
        yield [where, `${name} is a secret in the environment: mount it as a file`];
    for (const { secretRef } of container.envFrom ?? [])
      if (secretRef !== undefined)
        yield [where, `Secret ${secretRef.name} is in the environment: mount it as files`];
  }
}

function* missingReferences(manifests) {
  for (const { document, template, containers } of manifests.workloads) {
    const { serviceAccountName, volumes = [] } = template.spec;
    if (manifests.named('ServiceAccount', serviceAccountName) === undefined)
      yield [nameOf(document), `there is no ServiceAccount ${serviceAccountName}`];
    const wanted = [
      ...volumes.flatMap(({ configMap, persistentVolumeClaim }) => [
        ['ConfigMap', configMap?.name],
        ['PersistentVolumeClaim', persistentVolumeClaim?.claimName],
      ]),
      ...containers.flatMap(({ envFrom = [], env = [] }) => [
        ...envFrom.map(({ configMapRef }) => ['ConfigMap', configMapRef?.name]),
        ...env.map(({ valueFrom }) => ['ConfigMap', valueFrom?.configMapKeyRef?.name]),
      ]),
    ];
    for (const [kind, name] of wanted)
      if (name !== undefined && manifests.named(kind, name) === undefined)
        yield [nameOf(document), `there is no ${kind} ${name}`];
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
    for (const { name } of volumes)
      if (!mounted.includes(name)) yield [nameOf(document), `volume ${name} is not mounted`];
  }
}

function* containedSecrets(manifests) {
  for (const secret of manifests.of('Secret'))
    yield [nameOf(secret), 'secrets are referenced, not contained'];
}

function* podSecurity(manifests) {
  for (const namespace of manifests.of('Namespace'))
    if (namespace.metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
      yield [nameOf(namespace), 'does not enforce the restricted pod security standard'];
  for (const broker of manifests.of('RabbitmqCluster'))
    for (const message of brokerSecurity(broker)) yield [nameOf(broker), message];
}

/** What the standard asks for, and older releases of the operator leave out. */
function* brokerSecurity({ spec }) {
  const pod = spec.override?.statefulSet?.spec?.template?.spec ?? {};
  if (pod.securityContext?.runAsNonRoot !== true) yield 'overrides no runAsNonRoot of its pods';
  if (pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault') yield 'overrides no seccompProfile';
  const named = (containers = [], name) => containers.find((one) => one.name === name)?.securityContext;
  for (const [name, context] of [
    ['setup-container', named(pod.initContainers, 'setup-container')],
    ['rabbitmq', named(pod.containers, 'rabbitmq')],
  ])
    if (context?.allowPrivilegeEscalation !== false || !context.capabilities?.drop?.includes('ALL'))
      yield `does not override the privileges of its container ${name}`;
}

/** What has no namespace is made in that of the caller, except for what belongs to the cluster. Others may make the Namespace. */
function* namespaces(manifests) {
  const documents = manifests.documents.filter(({ kind }) => !['Namespace', 'PriorityClass'].includes(kind));
  const name = manifests.of('Namespace')[0]?.metadata.name ?? documents[0]?.metadata.namespace ?? '?';
  for (const document of documents)
    if (document.metadata.namespace !== name) yield [nameOf(document), `is not in the namespace ${name}`];
}

const ownPods = ({ image }) => image !== undefined;
const security = (name, value) => (container) => container.securityContext?.[name] === value;

export const POLICIES = {
  'no-latest-tag': eachContainer('its image has no fixed version', ({ image }) =>
    /@sha256:|:(?!latest$)[^/:]+$/.test(image),
  ),
  'read-only-root': eachContainer('may write to its root', security('readOnlyRootFilesystem', true)),
  'run-as-non-root': eachWorkload('may run as root', ({ template: { spec } }) => {
    const { runAsNonRoot, runAsUser } = spec.securityContext ?? {};
    return runAsNonRoot === true && runAsUser > 0;
  }),
  'drop-capabilities': eachContainer('keeps capabilities', ({ securityContext }) => {
    const { drop = [], add = [] } = securityContext?.capabilities ?? {};
    return drop.includes('ALL') && add.length === 0;
  }),
  'no-privilege-escalation': eachContainer(
    'may gain privileges',
    (container) =>
      security('allowPrivilegeEscalation', false)(container) && container.securityContext.privileged !== true,
  ),
  seccomp: eachWorkload(
    'has no seccomp profile',
    ({ template }) => template.spec.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ),
  'cpu-request': eachContainer('requests no CPU', ({ resources }) => resources?.requests?.cpu !== undefined),
  'memory-limit': memoryLimits,
  probes: eachContainer(
    'lacks a probe',
    (container) => PROBES.every((probe) => container[probe] !== undefined),
    runsOn,
  ),
  'startup-probe': eachContainer(
    'lacks a startup probe',
    ({ startupProbe }) => startupProbe !== undefined,
    ({ document, image }) => document.kind === 'Deployment' && image !== undefined && image !== 'operations',
  ),
  'probe-ports': probePorts,
  'dangling-selector': danglingSelectors,
  'mismatching-selector': eachWorkload(
    'its selector does not select its own pods',
    ({ document, labels }) => selects(document.spec.selector, labels),
    runsOn,
  ),
  'target-ports': servicePorts,
  'dangling-autoscaler': scalers,
  'service-account': eachWorkload(
    'has no ServiceAccount of its own, or a token of it',
    ({ document, template }, manifests) => {
      const { serviceAccountName: name, automountServiceAccountToken: token } = template.spec;
      const sharing = manifests.workloads.filter((other) => other.template.spec.serviceAccountName === name);
      const isServer = document.kind === 'StatefulSet';
      return name !== undefined && token === false && (sharing.length === 1 || isServer);
    },
  ),
  'disruption-budget': budgets,
  'topology-spread': eachWorkload(
    'is not spread over nodes',
    ({ template: { spec } }) =>
      spec.affinity?.podAntiAffinity !== undefined ||
      spec.topologySpreadConstraints?.some(({ topologyKey }) => topologyKey === 'kubernetes.io/hostname') ===
        true,
    ({ document, image }) => document.kind === 'Deployment' && image !== 'operations',
  ),
  'rolling-update': eachWorkload(
    'gives up a pod before another is ready',
    ({ document: { spec } }) =>
      spec.strategy?.rollingUpdate?.maxUnavailable === 0 && spec.strategy.rollingUpdate.maxSurge > 0,
    (workload) => isDeployment(workload) && workload.image !== 'operations',
  ),
  'job-ttl': eachWorkload(
    'stays for ever',
    ({ document: { spec } }) => {
      const { ttlSecondsAfterFinished: ttl, backoffLimit } = spec.jobTemplate?.spec ?? spec;
      return ttl > 0 && backoffLimit !== undefined;
    },
    endsByItself,
  ),
  'cron-job': eachWorkload(
    'may run twice at a time, without end or in an unknown time zone',
    ({ document: { spec } }) =>
      spec.concurrencyPolicy === 'Forbid' &&
      spec.jobTemplate.spec.activeDeadlineSeconds > 0 &&
      spec.timeZone !== undefined,
    ({ document }) => document.kind === 'CronJob',
  ),
  'duplicate-variable': duplicateVariables,
  'secret-variable': secretVariables,
  'contained-secret': containedSecrets,
  'missing-reference': missingReferences,
  'host-access': eachWorkload('reaches into its node', ({ template: { spec } }) => {
    const paths = (spec.volumes ?? []).some(({ hostPath }) => hostPath !== undefined);
    return !paths && !spec.hostNetwork && !spec.hostPID && !spec.hostIPC;
  }),
  'pod-security': podSecurity,
  namespace: namespaces,
  'uid-10001': eachWorkload(
    'does not run as the user of its image',
    ({ template }) => template.spec.securityContext?.runAsUser === 10001,
    ownPods,
  ),
};
