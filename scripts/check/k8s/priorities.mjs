// Pods that depend on each other have one priority: a process that is scheduled must not take the place of a server.
import { nameOf } from './types.mjs';

/** The specifications of the pods of an object, or of those that an operator makes of it. */
const podOf = ({ kind, spec }) =>
  ({
    Cluster: spec,
    Pooler: spec.template?.spec,
    RabbitmqCluster: spec.override?.statefulSet?.spec?.template?.spec,
  })[kind] ?? spec.template?.spec;

/** Where traces go to, and commands come from, may wait, and so may what runs at night. */
const OPTIONAL = ['otel-collector', 'operator'];

export function* priorities(manifests) {
  const classes = manifests.of('PriorityClass').map(({ metadata }) => metadata.name);
  const documents = new Set([...manifests.workloads, ...manifests.servers].map(({ document }) => document));
  for (const document of documents) {
    if (OPTIONAL.includes(document.metadata.name) || document.kind === 'CronJob') continue;
    const name = podOf(document)?.priorityClassName;
    if (name !== classes[0])
      yield [nameOf(document), `its pods have the priority ${name}, not ${classes[0]}`];
  }
}
