// Prints the objects of the manifests as templates.
import { processOf } from '../../release/images.mjs';
import { NEEDS } from '../../check/k8s/render.mjs';
import { camel, documentLines, enabled, Expression, mapLines } from './template.mjs';

export const containersOf = ({ spec }) => spec?.template?.spec?.containers ?? [];
/** The process of the platform that the pods of an object run. */
export const imageOf = (object) => processOf(containersOf(object)[0]?.image);
const kebab = (kind) => kind.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
/** An object, also one that components remove. */
export const present = (tree) => tree.otherwise ?? tree;

/** The ConfigMaps that a pod refers to. */
export function configsIn(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    ['configMap', 'configMapRef', 'configMapKeyRef'].includes(key) ? [one.name] : configsIn(one),
  );
}

/** Under which conditions an object is printed, besides those in its tree. */
function conditionsOf({ origin, object }) {
  const { kind, spec } = present(object);
  const target = spec?.scaleTargetRef?.name;
  return [
    ...(origin === undefined ? [] : [enabled(origin)]),
    ...(target === undefined ? [] : [`.Values.${target}.autoscaling.enabled`]),
    ...(['Namespace', 'PriorityClass'].includes(kind) ? [`.Values.${camel(kebab(kind))}.create`] : []),
  ];
}

/** The template that an object is in: that of its component, its process or its kind. */
export function fileOf({ origin, name, object }, processes) {
  const { kind, metadata } = present(object);
  if (kind === 'ConfigMap') return `config/${name.split('/')[1]}`;
  const process = metadata.labels?.['app.kubernetes.io/name'] ?? metadata.name;
  return origin ?? ([...processes, 'migration'].includes(process) ? process : kebab(kind));
}

/** A changed ConfigMap changes the pods that read it, which makes them follow it. */
export function addPodMetadata(object, checked, isOwn) {
  const { template } = object.spec ?? {};
  if (containersOf(object).length === 0) return;
  const names = [...new Set(checked)].map((name) => `"${name}"`).join(' ');
  const own = new Expression('.Values.podAnnotations', 'yaml', true);
  const checksum = new Expression(`include "parley.checksum" (list . ${names})`);
  const annotations = names === '' ? own : { 'checksum/config': checksum, ...(isOwn && { '...': own }) };
  if (isOwn || names !== '') template.metadata = { ...template.metadata, annotations };
}

/** The lines of an object, which `files` gets the files of. */
export function objectLines(one, { entries, settings, files }) {
  const { name, object } = one;
  const conditions = conditionsOf(one);
  if (name === 'Job/migration') return jobLines(object, conditions);
  if (object.kind !== 'ConfigMap') return documentLines(object, conditions);
  return configLines({ object, conditions, files, settings, entries });
}

/** A ConfigMap whose variables can be overridden, or with files, which are not templates. */
function configLines({ object, conditions, files, settings, entries }) {
  const { name } = object.metadata;
  const plain = (metadata, data) => documentLines({ ...object, metadata, data }, conditions);
  if (settings.has(name))
    return [
      `{{- define "parley.settings.${name}" }}`,
      ...mapLines(object.data),
      '{{- end }}',
      ...plain(object.metadata, new Expression(`include "parley.settings" (list . "${name}")`, 'lines')),
    ];
  const data = Object.entries(object.data).map(([key, text]) => {
    if (typeof text !== 'string' || !text.includes('\n')) return [key, text];
    files.set(`files/${key}`, text);
    const inserted = entries
      .filter(({ places, within }) => within !== undefined && places[0][0] === `ConfigMap/${name}`)
      .map(({ value, initial }) => ` | replace ${JSON.stringify(initial)} .Values.${value}`);
    return [key, new Expression(`.Files.Get "files/${key}"${inserted.join('')}`, 'block')];
  });
  return plain(object.metadata, Object.fromEntries(data));
}

/** A Job cannot be changed: its name follows from its content. */
const jobLines = (object, conditions) => [
  '{{- define "parley.migration.spec" }}',
  ...mapLines(object.spec),
  '{{- end }}',
  ...documentLines(
    {
      ...object,
      metadata: { ...object.metadata, name: new Expression('include "parley.migration.name" .') },
      spec: new Expression('include "parley.migration.spec" .', 'lines'),
    },
    conditions,
  ),
];

/** Fails where components are enabled that need others, or that both have an object. */
export function checkLines(objects) {
  const needs = Object.entries(NEEDS).flatMap(([name, needed]) =>
    needed.map((other) => [
      `and ${enabled(name)} (not ${enabled(other)})`,
      `${camel(name)}.enabled needs ${camel(other)}.enabled`,
    ]),
  );
  const shared = objects.flatMap(({ name, origin }, index) =>
    objects.slice(index + 1).flatMap((other) => (other.name === name ? [`${origin} ${other.origin}`] : [])),
  );
  const conflicts = [...new Set(shared)].map((pair) => {
    const [one, other] = pair.split(' ');
    return [
      `and ${enabled(one)} ${enabled(other)}`,
      `${camel(one)}.enabled and ${camel(other)}.enabled exclude each other`,
    ];
  });
  return [...needs, ...conflicts].flatMap(([condition, message]) => [
    `{{- if ${condition} }}`,
    `{{- fail "${message}" }}`,
    '{{- end }}',
  ]);
}
