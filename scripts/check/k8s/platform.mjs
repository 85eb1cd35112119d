// Compares the manifests with the code: settings, secrets, queues, probes, times, connections.
import { RETRY_DELAYS_MS, topologyOf } from '@parley/events';
import { ConfigError } from '@parley/runtime/config';
import { SHUTDOWN_MS } from '@parley/runtime/process';
import { services } from '@parley/contracts';
import { OTHER_SECRETS, secretsFor } from '../../generate/k8s-secrets.mjs';
import { endsByItself } from './manifests.mjs';
import { configsOf, definesMetric, operationsPaths } from './settings.mjs';
import { nameOf } from './types.mjs';

/** Variables of Node.js and of the tools in the image; no setting of the platform. */
const OTHER_VARIABLES = { operator: ['DATA_DIR'] };
/** Settings whose default, an address of the machine itself, is right: nothing listens there, or nothing is asked. */
const LOCAL = {
  gateway: ['UPLOAD_HOST'],
  mail: ['UPLOAD_HOST'],
  file: ['UPLOAD_ADDRESSES'],
  operator: ['RPC_HOST'],
};
const isLocal = (fallback) => /\b127\.0\.0\.1\b|\blocalhost\b/.test(fallback ?? '');
const SECRETS = { ...secretsFor('dev'), ...OTHER_SECRETS };
const POOLED = { ...SECRETS, ...secretsFor('ha') };
/** The Secrets as they are made for these manifests. */
const secretsOf = (manifests) => (manifests.of('Pooler').length > 0 ? POOLED : SECRETS);

/** The containers that run the code of the platform, with the name of what runs. */
const runners = (manifests) =>
  manifests.workloads
    .filter(({ image }) => image !== undefined)
    .map((workload) => {
      const { document, image, containers } = workload;
      const operations = document.kind === 'Job' ? 'migration' : 'operator';
      return { ...workload, container: containers[0], name: image === 'operations' ? operations : image };
    });

/** The Secret and the key that a file is mounted from, and its value. */
function secretAt(path, { container, template }, values) {
  const mount = container.volumeMounts?.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
  const volume = template.spec.volumes?.find(({ name }) => name === mount?.name)?.secret;
  const item = volume?.items?.find((one) => `${mount.mountPath}/${one.path}` === path);
  return { name: volume?.secretName, key: item?.key, value: values[volume?.secretName]?.[item?.key] };
}

/** The variables as the process gets them, with secrets read from their files. */
function* resolved(manifests, runner, env) {
  const { values, secrets } = manifests.environment(runner.container);
  for (const { variable, name, key } of secrets) {
    env[variable] = secretsOf(manifests)[name]?.[key];
    if (env[variable] === undefined) yield `${variable}: there is no key ${key} in a Secret ${name}`;
  }
  for (const [variable, value] of Object.entries(values)) {
    const setting = variable.replace(/_FILE$/, '');
    if (!variable.endsWith('_FILE')) env[variable] = value;
    else {
      const { name, key, value: content } = secretAt(value, runner, secretsOf(manifests));
      env[setting] = content;
      if (content === undefined)
        yield `${variable}: ${value} is not mounted from a known key of a Secret (${name}/${key})`;
    }
  }
}

function faultsOf(configs, env) {
  const faults = configs.flatMap((Config) => {
    try {
      new Config(env);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.errors;
      throw error;
    }
  });
  return [...new Set(faults)];
}

/** Each variable is a setting of the process; what it needs is given; and it accepts all of it together. */
function* settings(manifests) {
  for (const runner of runners(manifests)) {
    const where = nameOf(runner.document);
    const configs = configsOf(runner.name);
    const known = Object.assign({}, ...configs.map((config) => config.settings));
    const env = {};
    for (const message of resolved(manifests, runner, env)) yield [where, message];
    const { values, secrets } = manifests.environment(runner.container);
    for (const variable of [...Object.keys(values), ...secrets.map((one) => one.variable)]) {
      const setting = known[variable.replace(/_FILE$/, '')];
      if (OTHER_VARIABLES[runner.name]?.includes(variable)) continue;
      if (setting === undefined) yield [where, `${variable} is no setting of ${runner.name}`];
      else if (setting.secret === true && !variable.endsWith('_FILE'))
        yield [where, `${variable} is a secret: use ${variable}_FILE`];
      else if (setting.secret !== true && variable.endsWith('_FILE'))
        yield [where, `${variable}: only secrets are read from files`];
    }
    for (const [name, { fallback }] of Object.entries(known))
      if (isLocal(fallback) && env[name] === undefined && !LOCAL[runner.name]?.includes(name))
        yield [where, `${name} is not set, and its default ${fallback} is this pod`];
    for (const fault of faultsOf(configs, env)) yield [where, fault];
  }
}

/** Each key of a Secret that is mounted, or that a backup logs in with, is made by somebody. */
function* secrets(manifests) {
  const known = secretsOf(manifests);
  const mounted = manifests.workloads.flatMap(({ document, template }) =>
    (template.spec.volumes ?? []).flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ key }) => ({ document, name: secret.secretName, key })),
    ),
  );
  const stores = manifests
    .of('ObjectStore')
    .flatMap((document) =>
      Object.values(document.spec.configuration.s3Credentials).map((one) => ({ document, ...one })),
    );
  for (const { document, name, key } of [...mounted, ...stores])
    if (known[name]?.[key] === undefined)
      yield [nameOf(document), `there is no key ${key} in a Secret ${name}`];
}

/** Queues that scale a service are its work queues, all of them; metrics are those of the code. */
function* queues(manifests) {
  const topology = topologyOf('parley', RETRY_DELAYS_MS);
  for (const scaler of manifests.of('ScaledObject')) {
    const where = nameOf(scaler);
    const { name } = scaler.spec.scaleTargetRef;
    const work = services.includes(name) ? topology.queuesOf(name).work : [];
    const { triggers } = scaler.spec;
    const used = triggers.filter(({ type }) => type === 'rabbitmq').map(({ metadata }) => metadata.queueName);
    for (const queue of used.filter((one) => !work.includes(one)))
      yield [where, `${queue} is no work queue of ${name}`];
    for (const queue of work.filter((one) => !used.includes(one)))
      yield [where, `${queue} does not scale it`];
    for (const { metadata } of triggers.filter(({ type }) => type === 'prometheus'))
      for (const [metric] of metadata.query.matchAll(/\bparley_\w+/g))
        if (!definesMetric(metric)) yield [where, `${metric} is no metric`];
    if (scaler.spec.minReplicaCount < 1) yield [where, 'would stop the outbox of the service at no replicas'];
    if (scaler.spec.maxReplicaCount > work.length)
      yield [where, `more than ${work.length} replicas: the others would consume nothing`];
    for (const { authenticationRef } of triggers)
      if (
        authenticationRef !== undefined &&
        manifests.named('TriggerAuthentication', authenticationRef.name) === undefined
      )
        yield [where, `there is no TriggerAuthentication ${authenticationRef.name}`];
  }
}

/** Probes ask for paths that the operations port serves, each for its own. */
function* probePaths(manifests) {
  const served = operationsPaths();
  const wanted = { startupProbe: 'startup', livenessProbe: 'live', readinessProbe: 'ready' };
  for (const { document, containers } of manifests.processes)
    for (const [probe, last] of Object.entries(wanted)) {
      const { path, port } = containers[0][probe]?.httpGet ?? {};
      if (!served.includes(path))
        yield [nameOf(document), `${probe} asks for ${path}, which no process serves`];
      else if (!path.endsWith(`/${last}`)) yield [nameOf(document), `${probe} asks for ${path}`];
      if (port !== 'operations') yield [nameOf(document), `${probe} does not ask the operations port`];
    }
  for (const { document, containers } of manifests.processes) {
    const { values } = manifests.environment(containers[0]);
    const port = containers[0].ports?.find(({ name }) => name === 'operations')?.containerPort;
    if (String(port) !== values.OPERATIONS_PORT)
      yield [nameOf(document), 'its port `operations` is not OPERATIONS_PORT'];
  }
  for (const monitor of manifests.of('ServiceMonitor'))
    for (const { path } of monitor.spec.endpoints)
      if (!served.includes(path)) yield [nameOf(monitor), `reads ${path}, which no process serves`];
}

/** What a DNS cache keeps (30 s in NodeLocal DNSCache and CoreDNS), and callers resolve names every 5 s. */
const FORGOTTEN_S = 35;

/** A pod first leaves its Services, then drains, and is not killed before it ends by itself. */
function* termination(manifests) {
  for (const { document, template, containers, name } of manifests.processes) {
    const where = nameOf(document);
    const grace = template.spec.terminationGracePeriodSeconds ?? 30;
    const preStop = containers[0].lifecycle?.preStop?.sleep?.seconds ?? 0;
    const values = Object.assign({}, ...configsOf(name).map((config) => config.settings));
    const given = manifests.environment(containers[0]).values;
    const seconds = (setting) => {
      const { schema, fallback } = values[setting] ?? {};
      return schema === undefined ? 0 : schema.parse(given[setting] ?? fallback) / 1000;
    };
    const drain = Math.max(seconds('DRAIN_DELAY') + seconds('DRAIN_TIMEOUT'), SHUTDOWN_MS / 1000);
    if (preStop < FORGOTTEN_S || !(document.spec.minReadySeconds >= FORGOTTEN_S))
      yield [
        where,
        `is replaced before callers know: minReadySeconds and preStop must be at least ${FORGOTTEN_S}`,
      ];
    if (grace <= preStop + drain)
      yield [where, `is killed after ${grace} s; it may take ${preStop} + ${drain} s`];
  }
}

/** A rollout has not failed while its pods wait for the Job that migrates. */
function* progressDeadline(manifests) {
  const jobs = manifests.workloads.filter(({ labels }) => labels['parley/role'] === 'migration');
  const longest = Math.max(0, ...jobs.map(({ document }) => document.spec.activeDeadlineSeconds ?? 0));
  for (const { document } of manifests.processes)
    if (!(document.spec.progressDeadlineSeconds > longest))
      yield [
        nameOf(document),
        `its rollout fails before a migration may have ended: progressDeadlineSeconds must be more than ${longest}`,
      ];
}

/** Connections that administrators, backups and migrations need. */
const RESERVED = 15;

/** The most connections that all services open at once: during a rollout, at the most replicas. */
export function connectionsOf(manifests) {
  const pooler = manifests.of('Pooler')[0]?.spec;
  const services_ = manifests.processes.filter(({ name }) => name !== 'gateway');
  if (pooler !== undefined)
    return services_.length * pooler.instances * Number(pooler.pgbouncer.parameters.default_pool_size);
  const each = services_.map(({ document, containers }) => {
    const surge = document.spec.strategy.rollingUpdate?.maxSurge ?? 0;
    const pool = Number(manifests.environment(containers[0]).values.DATABASE_POOL_SIZE);
    return (manifests.replicasOf(document).max + surge) * pool;
  });
  return each.reduce((sum, one) => sum + one, 0);
}

function maxConnections(manifests) {
  const cluster = manifests.of('Cluster')[0]?.spec.postgresql.parameters.max_connections;
  const server = manifests.named('StatefulSet', 'postgresql')?.spec.template.spec.containers[0].args ?? [];
  const given = cluster ?? server.map((one) => /^max_connections=(\d+)$/.exec(one)?.[1]).find(Boolean);
  return given === undefined ? undefined : Number(given);
}

function* connections(manifests) {
  const most = maxConnections(manifests);
  const used = connectionsOf(manifests);
  if (most !== undefined && used + RESERVED > most)
    yield [
      'PostgreSQL',
      `max_connections is ${most}; services may open ${used}, and ${RESERVED} are reserved`,
    ];
}

/** Rule for overlays of production. Jobs, and the pod of the operator, serve nobody. */
export function* twoReplicas(manifests) {
  for (const workload of manifests.workloads)
    if (
      !endsByItself(workload) &&
      workload.image !== 'operations' &&
      manifests.replicasOf(workload.document).min < 2
    )
      yield [nameOf(workload.document), 'has one replica'];
  for (const { kind, metadata, spec } of manifests.of('RabbitmqCluster', 'Cluster', 'Pooler'))
    if ((spec.replicas ?? spec.instances) < 2) yield [`${kind} ${metadata.name}`, 'has one replica'];
}

export const PLATFORM = {
  settings,
  secrets,
  queues,
  'probe-paths': probePaths,
  termination,
  'progress-deadline': progressDeadline,
  connections,
};
