// Puts what an installation chooses in the place of what k8s/ has, by the meaning of a key: names of Secrets, images, host names.
import { processOf } from '../../release/images.mjs';
import { camel, Expression } from './template.mjs';
import { Choice, isMap } from './variants.mjs';

const VALUES_OF_URLS = {
  BASE_URL: 'urls.base',
  AUTH_URL: 'urls.auth',
  FILES_URL: 'urls.files',
  MAIL_URL: 'urls.mail',
};

/** Whether a key of a map contains the name of a Secret: `secretName`, the `name` of a reference, or of a name with a key. */
const isSecretName = (key, map, parent) =>
  key === 'secretName' ||
  (key === 'name' && (/secret/i.test(parent) || ('key' in map && parent !== 'configMapKeyRef')));

/** @param edge the variables with the addresses that users see */
export function insertExpressions(edge) {
  const hosts = new Map(
    Object.entries(VALUES_OF_URLS).map(([variable, value]) => [
      new URL(edge[variable]).hostname,
      new Expression(`get (urlParse .Values.${value}) "hostname"`),
    ]),
  );
  const secrets = new Set();

  function expression(value, key, map, parent) {
    const image = key === 'image' ? processOf(value) : undefined;
    if (image !== undefined) return new Expression(`include "parley.image" (list . "${image}")`);
    if (key === 'namespace' && parent === 'metadata') return new Expression('.Release.Namespace');
    if (key === 'priorityClassName') return new Expression('.Values.priorityClass.name');
    if (!isSecretName(key, map, parent)) return hosts.get(value) ?? value;
    secrets.add(value);
    return new Expression(`.Values.secrets.${camel(value)}`);
  }

  function insert(value, key = '', map = {}, parent = '') {
    if (value instanceof Choice)
      return new Choice(
        value.components,
        insert(value.value, key, map, parent),
        insert(value.otherwise, key, map, parent),
      );
    if (typeof value === 'string') return expression(value, key, map, parent);
    // The elements of a list are what its key says.
    if (Array.isArray(value))
      return value.map((one) => insert(one, isMap(one) || one instanceof Choice ? key : '', {}, parent));
    if (!isMap(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, insert(one, name, value, key)]),
    );
  }

  /** The object with the labels of the chart. */
  function insertAll(object) {
    const inserted = insert(object);
    const { kind, metadata } = inserted.otherwise ?? inserted;
    if (kind === 'Namespace') metadata.name = new Expression('.Release.Namespace');
    metadata.labels = {
      ...metadata.labels,
      'helm.sh/chart': new Expression('include "parley.chart" .'),
      'app.kubernetes.io/managed-by': new Expression('.Release.Service'),
      ...(/^(?:ServiceMonitor|PodMonitor|PrometheusRule)$/.test(kind) && {
        '...': new Expression('.Values.serviceMonitor.labels', 'yaml'),
      }),
    };
    return inserted;
  }
  return { insert: insertAll, secrets };
}
