// Writes what charts/parley derives from k8s/: `npm run generate`, where there is kubectl. README.md, NOTES.txt and _helpers.tpl are
// written by hand. A test checks that the chart is current, and that it renders what kustomize does.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasKubectl } from '../check/find-program.mjs';
import { noteOf } from '../check/k8s/render.mjs';
import { version } from '../check/k8s/settings.mjs';
import { insertExpressions } from './helm/expressions.mjs';
import {
  addPodMetadata,
  checkLines,
  configsIn,
  containersOf,
  fileOf,
  imageOf,
  objectLines,
  present,
} from './helm/objects.mjs';
import { overlayValues } from './helm/overlay-values.mjs';
import { schemaOf } from './helm/schema.mjs';
import { camel, joined } from './helm/template.mjs';
import { insertFields, valuesFor } from './helm/values.mjs';
import { valuesFile } from './helm/values-file.mjs';
import { findVariants } from './helm/variants.mjs';

const chart = join(import.meta.dirname, '../../charts/parley');
const NOTE = '# Written by `npm run generate` from k8s/: change it there.';

const chartYaml = () => `${NOTE}
apiVersion: v2
name: parley
description: An open-source customer-communication platform, with the same objects as its kustomize manifests
type: application
version: ${version}
appVersion: ${version}
kubeVersion: '>=1.30.0-0'
`;

/** ConfigMaps of variables, by name: the processes that have them, and the variables that their pods set besides. */
function settingsOf(processes, base) {
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
  return configs;
}

/** What can be enabled, with what its folder says about it. */
const switchesOf = ({ components, objects }) =>
  [...new Set([...components, ...objects.flatMap(({ origin }) => origin ?? [])])].map((name) => [
    camel(name),
    noteOf(components.includes(name) ? `components/${name}` : `overlays/${name.replace(/-servers$/, '')}`),
  ]);

/** The objects with expressions, and the values that these name. */
function withValues({ components, objects, base }, processes, settings) {
  const { secrets, insert } = insertExpressions(base.get('ConfigMap/edge').data);
  const inserted = objects.map((one) => ({
    ...one,
    object: insert(one.object),
    configs: configsIn(one.object),
  }));
  const isOurs = ({ origin }) => origin === undefined || components.includes(origin);
  const pods = objects.filter(({ object }) => imageOf(object) !== undefined).map(({ name }) => name);
  const entries = valuesFor({
    trees: objects.filter(isOurs).map(({ name, object }) => [name, present(object)]),
    processes,
    pods,
    switches: switchesOf({ components, objects }),
    prefix: containersOf(base.get('Deployment/gateway'))[0].image.replace(/\/gateway[:@].*/, ''),
    settings,
    secrets,
  });
  for (const one of inserted) {
    if (isOurs(one)) insertFields(one.name, present(one.object), entries);
    addPodMetadata(one.object, one.configs, pods.includes(one.name));
  }
  return { inserted, entries };
}

/** The generated files of the chart: paths and their text. */
export async function chartFiles() {
  const variants = await findVariants();
  const { objects, base, overlays } = variants;
  const deployments = [...base.values()].filter(({ kind }) => kind === 'Deployment');
  const processes = deployments.map(imageOf).toSorted();
  const settings = settingsOf(processes, base);
  const { inserted, entries } = withValues(variants, processes, settings);
  const files = new Map([
    ['Chart.yaml', chartYaml()],
    [
      'values.yaml',
      valuesFile(entries, `${NOTE}\n# values.schema.json describes the same, setting by setting.`),
    ],
    ['values.schema.json', `${JSON.stringify(schemaOf(entries), null, 2)}\n`],
  ]);
  for (const [name, found] of Object.entries(overlays)) {
    const values = overlayValues(name, [...found], entries, objects);
    files.set(
      `values-${name}.yaml`,
      valuesFile(values, `${NOTE}\n# The same as k8s/overlays/${name}, except for its images.`, false),
    );
  }
  const templates = new Map([['checks', [[NOTE], checkLines(objects)]]]);
  for (const one of inserted) {
    const name = fileOf(one, processes);
    const lines = objectLines(one, { entries, settings, files });
    templates.set(name, [...(templates.get(name) ?? [[NOTE]]), lines]);
  }
  for (const [name, blocks] of templates)
    files.set(`templates/${name}.yaml`, `${joined(blocks).join('\n')}\n`);
  return files;
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
