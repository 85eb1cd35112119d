// Writes what charts/parley derives from k8s/: `npm run generate`, where there is kubectl. README.md, NOTES.txt and _helpers.tpl are
// written by hand. A test checks that the chart is current, and that it renders what kustomize does.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasKubectl } from '../check/find-program.mjs';
import { OWN_IMAGE } from '../check/k8s/manifests.mjs';
import { NEEDS, noteOf, overlayComponents } from '../check/k8s/render.mjs';
import { version } from '../check/k8s/settings.mjs';
import { insertExpressions } from './helm/expressions.mjs';
import { schemaOf } from './helm/schema.mjs';
import { camel, documentLines, enabled, Expression, mapLines } from './helm/template.mjs';
import { differingValues, insertFields, valuesFor } from './helm/values.mjs';
import { valuesFile } from './helm/values-file.mjs';
import { findVariants } from './helm/variants.mjs';

const chart = join(import.meta.dirname, '../../charts/parley');
const NOTE = '# Written by `npm run generate` from k8s/: change it there.';

const containersOf = ({ spec }) => spec?.template?.spec?.containers ?? [];
const imageOf = (object) => OWN_IMAGE.exec(containersOf(object)[0]?.image)?.[1];
const kebab = (kind) => kind.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

/** The ConfigMaps that a pod refers to, by the lists that contain their names. */
function configsIn(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    ['configMap', 'configMapRef', 'configMapKeyRef'].includes(key) ? [one.name] : configsIn(one),
  );
}

/** Under which conditions an object is printed, besides those in its tree. */
function conditionsOf({ origin, object }) {
  const { kind, spec } = object.otherwise ?? object;
  const target = spec?.scaleTargetRef?.name;
  return [
    ...(origin === undefined ? [] : [enabled(origin)]),
    ...(target === undefined ? [] : [`.Values.${target}.autoscaling.enabled`]),
    ...(['Namespace', 'PriorityClass'].includes(kind) ? [`.Values.${camel(kebab(kind))}.create`] : []),
  ];
}

function fileOf({ origin, name, object }, processes) {
  const { kind, metadata } = object.otherwise ?? object;
  if (kind === 'ConfigMap') return `config/${name.split('/')[1]}`;
  const process = metadata.labels?.['app.kubernetes.io/name'] ?? metadata.name;
  return origin ?? ([...processes, 'migration'].includes(process) ? process : kebab(kind));
}

/** A ConfigMap whose variables can be overridden, or with files, which are not templates. */
function configLines({ object, conditions, files, settings, entries }) {
  const { name } = object.metadata;
  const plain = (metadata, data) => documentLines({ ...object, metadata, data }, conditions);
  if (settings.has(name))
    return [
      `{{- define "parley.settings.${name}" }}`,
      ...mapLines(object.data ?? {}),
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
function checkLines(objects) {
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

/** The generated files of the chart: paths and their text. */
export async function chartFiles() {
  const { components, objects, base, overlays } = await findVariants();
  const processes = [...base.values()]
    .filter((object) => object.kind === 'Deployment')
    .map(imageOf)
    .toSorted();
  const pods = objects.filter(({ object }) => imageOf(object) !== undefined).map(({ name }) => name);
  const configs = new Map();
  for (const process of processes) {
    const [{ env = [], envFrom }] = containersOf(base.get(`Deployment/${process}`));
    for (const { configMapRef } of envFrom) {
      const config = configs.get(configMapRef.name) ?? { processes: [], fixed: [] };
      config.processes.push(process);
      config.fixed.push(...env.map(({ name }) => name));
      configs.set(configMapRef.name, config);
    }
  }
  const origins = [...new Set([...components, ...objects.flatMap(({ origin }) => origin ?? [])])];
  const { secrets, insert } = insertExpressions(base.get('ConfigMap/edge').data);
  for (const one of objects) one.checked = configsIn(one.object);
  const original = objects.map(({ name, origin, object }) => ({
    name,
    origin,
    object: object.otherwise ?? object,
  }));
  for (const one of objects) one.object = insert(one.object);
  const [gateway] = containersOf(base.get('Deployment/gateway'));
  const entries = valuesFor({
    objects: original.filter(({ origin }) => origin === undefined || components.includes(origin)),
    processes,
    pods,
    components: origins.map((name) => [
      camel(name),
      noteOf(components.includes(name) ? `components/${name}` : `overlays/${name.replace(/-servers$/, '')}`),
    ]),
    prefix: gateway.image.replace(/\/gateway[:@].*/, ''),
    configs,
    secrets,
  });
  const files = new Map();
  const templates = new Map();
  for (const one of objects) {
    const { name, origin, object, checked } = one;
    if (origin === undefined || components.includes(origin))
      insertFields(name, object.otherwise ?? object, entries);
    addPodMetadata(object, checked, pods.includes(name));
    const conditions = conditionsOf(one);
    const lines =
      object.kind === 'ConfigMap'
        ? configLines({ object, conditions, files, settings: configs, entries })
        : name === 'Job/migration'
          ? jobLines(object, conditions)
          : documentLines(object, conditions);
    const file = `templates/${fileOf(one, processes)}.yaml`;
    templates.set(file, [...(templates.get(file) ?? [NOTE]), ...lines]);
  }
  templates.set('templates/checks.yaml', [NOTE, ...checkLines(objects)]);
  for (const [file, lines] of templates) files.set(file, `${lines.join('\n')}\n`);
  files.set('Chart.yaml', chartYaml());
  files.set(
    'values.yaml',
    valuesFile(entries, `${NOTE}\n# values.schema.json describes the same, setting by setting.`),
  );
  files.set('values.schema.json', `${JSON.stringify(schemaOf(entries), null, 2)}\n`);
  for (const [overlay, found] of Object.entries(overlays))
    files.set(`values-${overlay}.yaml`, overlayValues(overlay, [...found], entries, objects));
  return files;
}

/** A changed ConfigMap changes the pods that read it, which makes them follow it. */
function addPodMetadata(object, checked, isOwn) {
  const { template } = object.spec ?? {};
  if (containersOf(object).length === 0) return;
  const names = [...new Set(checked)].map((name) => `"${name}"`).join(' ');
  const own = new Expression('.Values.podAnnotations', 'yaml', true);
  const checksum = new Expression(`include "parley.checksum" (list . ${names})`);
  const annotations = names === '' ? own : { 'checksum/config': checksum, ...(isOwn && { '...': own }) };
  if (isOwn || names !== '') template.metadata = { ...template.metadata, annotations };
}

const chartYaml = () => `${NOTE}
apiVersion: v2
name: parley
description: An open-source customer-communication platform, with the same objects as its kustomize manifests
type: application
version: ${version}
appVersion: ${version}
kubeVersion: '>=1.30.0-0'
`;

/** What to set for the same as an overlay: its components, and the fields in which it differs. */
function overlayValues(overlay, found, entries, objects) {
  const used = new Set([undefined, ...overlayComponents(overlay)]);
  const own = `${overlay}-servers`;
  if (objects.some(({ origin }) => origin === own)) used.add(own);
  const common = new Set(
    objects.filter(({ origin }) => used.has(origin) && origin !== own).map(({ name }) => name),
  );
  const scaled = found.filter(([, { spec }]) => spec?.scaleTargetRef !== undefined);
  const targets = scaled.map(([, { spec }]) => spec.scaleTargetRef.name);
  const set = (pattern, initial, isSet) =>
    entries
      .filter(({ value }) => pattern.test(value) && isSet(value.split('.')[0]))
      .map((entry) => ({ ...entry, initial }));
  const switches = [...used].filter((name) => name !== undefined).map(camel);
  const all = [
    ...imageValues(
      found.map(([, object]) => object),
      entries,
    ),
    ...differingValues(
      entries,
      found.filter(([name]) => common.has(name)),
    ),
    ...set(/\.autoscaling\.enabled$/, false, (name) => !targets.includes(name)),
    ...set(/^\w+\.enabled$/, true, (name) => switches.includes(name)),
  ];
  return valuesFile(all, `${NOTE}\n# The same as k8s/overlays/${overlay}.`, false);
}

/** What the images of an overlay have instead of the defaults. */
function imageValues(objects, entries) {
  const initial = new Map(entries.map((entry) => [entry.value, entry]));
  const found = new Map();
  for (const { image } of objects.flatMap(containersOf)) {
    const name = OWN_IMAGE.exec(image)?.[1];
    if (name === undefined) continue;
    const [, prefix, tag = '', digest = ''] = /^(.*)\/[a-z]+(?::([^@]+))?(?:@(.+))?$/.exec(image);
    found.set('image.prefix', prefix);
    found.set(`images.${name}.tag`, tag === version ? '' : tag);
    found.set(`images.${name}.digest`, digest);
  }
  return [...found]
    .filter(([value, given]) => given !== initial.get(value).initial)
    .map(([value, given]) => ({ ...initial.get(value), initial: given }));
}

async function main() {
  if (!hasKubectl()) {
    console.log('skipped helm: there is no kubectl');
    return;
  }
  const files = await chartFiles();
  for (const folder of ['files', 'templates/config'])
    rmSync(join(chart, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(chart, path)), { recursive: true });
    writeFileSync(join(chart, path), text);
  }
}

if (process.argv[1] === import.meta.filename) await main();
