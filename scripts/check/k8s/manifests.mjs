// What the rules ask about a rendering.
import { processOf } from '../../release/images.mjs';

const matchesExpression = (labels, { key, operator, values = [] }) => {
  if (operator === 'In') return values.includes(labels[key]);
  if (operator === 'NotIn') return !values.includes(labels[key]);
  return (operator === 'Exists') === (labels[key] !== undefined);
};

/** Whether a label selector selects these labels; an empty one selects everything. */
export function selects(selector, labels = {}) {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every((expression) => matchesExpression(labels, expression))
  );
}

const WORKLOADS = ['Deployment', 'StatefulSet', 'Job', 'CronJob'];

/** What runs pods, with the process of the platform whose image it has. */
function workloadOf(document) {
  const { template } = document.spec.jobTemplate?.spec ?? document.spec;
  const { containers } = template.spec;
  const image = processOf(containers[0].image);
  return { document, template, containers, labels: template.metadata?.labels ?? {}, image };
}

/** The containers of the kinds of Kubernetes that have a template of pods. */
function podContainers({ spec }) {
  const { containers = [], initContainers = [] } = (spec?.jobTemplate?.spec ?? spec)?.template?.spec ?? {};
  return [...initContainers, ...containers];
}

/** The containers that operators make of their custom resources. */
const MADE = {
  RabbitmqCluster: ({ image, resources }) => [{ name: 'rabbitmq', image, resources }],
  Cluster: ({ imageName, resources }) => [{ name: 'postgres', image: imageName, resources }],
  Pooler: ({ template }) => {
    const given = template?.spec?.containers ?? [];
    return given.some(({ name }) => name === 'pgbouncer') ? given : [...given, { name: 'pgbouncer' }];
  },
};

/** Whether a workload runs until it ends, instead of serving. */
export const endsByItself = ({ document: { kind } }) => kind === 'Job' || kind === 'CronJob';

export class Manifests {
  constructor(documents) {
    this.documents = documents;
    this.workloads = this.of(...WORKLOADS).map(workloadOf);
    /** The gateway and the services. */
    this.processes = this.workloads
      .filter(
        ({ image, document }) => document.kind === 'Deployment' && ![undefined, 'operations'].includes(image),
      )
      .map((workload) => ({ ...workload, name: workload.image }));
  }

  /** The servers in this namespace: the labels of their pods, also of those that an operator makes. */
  get servers() {
    const made = this.of('RabbitmqCluster', 'Cluster', 'Pooler').map((document) => ({
      document,
      labels:
        document.spec.template?.metadata?.labels ??
        document.spec.inheritedMetadata?.labels ??
        document.metadata.labels,
    }));
    return [...this.workloads, ...made].filter(({ labels }) => labels?.['parley/server'] !== undefined);
  }

  /**
   * Every container with its document, also those that run before the others of a pod, and those that operators make:
   * `{ where, container }`, of the latter with the name, image and resources alone.
   */
  get containers() {
    return this.documents.flatMap((document) =>
      (document.kind in MADE ? MADE[document.kind](document.spec) : podContainers(document)).map(
        (container) => ({
          where: `${document.kind} ${document.metadata.name}, container ${container.name}`,
          container,
        }),
      ),
    );
  }

  /** The Secrets and keys that pods refer to, as `NAME KEY`. */
  get secretKeys() {
    const pods = this.workloads.map(({ template }) => template.spec);
    const mounted = pods.flatMap(({ volumes = [] }) =>
      volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => `${secret.secretName} ${key}`) ?? []),
    );
    const variables = this.workloads
      .flatMap(({ containers }) => containers.flatMap((container) => this.environment(container).secrets))
      .map(({ name, key }) => `${name} ${key}`);
    return [...new Set([...mounted, ...variables])];
  }

  of(...kinds) {
    return this.documents.filter(({ kind }) => kinds.includes(kind));
  }

  named(kind, name) {
    return this.of(kind).find(({ metadata }) => metadata.name === name);
  }

  /** The variables of a container, and the names of those that come from a Secret. */
  environment({ env = [], envFrom = [] }) {
    const data = (name) => this.named('ConfigMap', name)?.data ?? {};
    const values = Object.assign({}, ...envFrom.map(({ configMapRef }) => data(configMapRef?.name)));
    const secrets = [];
    for (const { name, value, valueFrom } of env) {
      const { configMapKeyRef: config, secretKeyRef: secret } = valueFrom ?? {};
      if (secret !== undefined) secrets.push({ variable: name, ...secret });
      else values[name] = config === undefined ? value : data(config.name)[config.key];
    }
    return { values, secrets };
  }

  /** The replicas of a workload, least and most, by its own number or by its autoscaler. */
  replicasOf({ kind, metadata, spec }) {
    const isTarget = (scaler) => scaler.spec.scaleTargetRef.name === metadata.name && kind === 'Deployment';
    const [hpa] = this.of('HorizontalPodAutoscaler').filter(isTarget);
    const [keda] = this.of('ScaledObject').filter(isTarget);
    if (keda !== undefined) return { min: keda.spec.minReplicaCount, max: keda.spec.maxReplicaCount };
    if (hpa !== undefined) return { min: hpa.spec.minReplicas, max: hpa.spec.maxReplicas };
    return { min: spec.replicas ?? 1, max: spec.replicas ?? 1 };
  }
}
