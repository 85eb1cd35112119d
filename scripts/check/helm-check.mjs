// `node scripts/check/helm-check.mjs`: renders charts/parley and k8s/ in the same forms, and compares them object by object. Needs helm
// and kubectl, but no cluster and no network.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import yaml from 'js-yaml';
import { chartFiles } from '../generate/helm.mjs';
import { imageValues } from '../generate/helm/overlay-values.mjs';
import { camel } from '../generate/helm/template.mjs';
import { byName, canonical } from '../generate/helm/variants.mjs';
import { hasHelm, hasKubectl } from './find-program.mjs';
import { combinations, renderAll } from './k8s/render.mjs';

const chart = join(import.meta.dirname, '../../charts/parley');
const run = promisify(execFile);
const NAMESPACE = 'parley';

/** The arguments for values, as `a.b` to a value. The Namespace is a part of what kustomize renders. */
const argumentsFor = (values) =>
  Object.entries({ 'namespace.create': true, ...values }).flatMap(([name, value]) => [
    '--set-json',
    `${name}=${JSON.stringify(value)}`,
  ]);

/** The documents of the chart with values, and with a file of values. Throws what helm says. */
export async function template(values = {}, file = 'values.yaml') {
  const args = ['template', 'parley', chart, '--namespace', NAMESPACE, '--values', join(chart, file)];
  const { stdout } = await run('helm', [...args, ...argumentsFor(values)], { maxBuffer: 64e6 });
  return yaml.safeLoadAll(stdout).filter((document) => document !== null);
}

/** What only the chart has: its labels, and the checksum by which pods follow a ConfigMap, whose name kustomize changes. */
const OWN_LABELS = ['helm.sh/chart', 'app.kubernetes.io/managed-by'];
function withoutOwn(document) {
  const copy = structuredClone(document);
  for (const label of OWN_LABELS) delete copy.metadata.labels?.[label];
  const metadata = [copy.metadata, copy.spec?.template?.metadata ?? {}];
  delete metadata[1].annotations?.['checksum/config'];
  // An empty map is the same as none.
  for (const place of [copy, ...metadata])
    for (const key of ['labels', 'annotations', 'data'])
      if (isDeepStrictEqual(place[key], {})) delete place[key];
  return canonical(copy);
}

const isObject = (value) => value !== null && typeof value === 'object';

/** The paths at which two values differ. */
function differingPaths(one, other, path = '') {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isObject(one) || !isObject(other))
    return [`${path}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differingPaths(one[key], other[key], path === '' ? key : `${path}.${key}`));
}

/** How the documents of the chart differ from those of kustomize. */
export function differences(ofChart, ofKustomize) {
  const [one, other] = [ofChart, ofKustomize].map((documents) => byName(documents));
  const twice = ofChart.length === one.size ? [] : ['an object is printed twice'];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return [
    ...twice,
    ...names.flatMap((name) => {
      if (!one.has(name)) return [`${name} is missing`];
      if (!other.has(name)) return [`${name} is additional`];
      return differingPaths(withoutOwn(one.get(name)), withoutOwn(other.get(name))).map(
        (at) => `${name} ${at}`,
      );
    }),
  ];
}

/** The documents of the chart for a combination of render.mjs, with the images of its rendering. */
function templateFor({ resources: [resource], components }, rendered) {
  const images = imageValues(rendered);
  if (resource.startsWith('overlays/'))
    return template(images, `values-${resource.slice('overlays/'.length)}.yaml`);
  const enabled = components.map((path) => [`${camel(path.slice('components/'.length))}.enabled`, true]);
  return template({ ...images, ...Object.fromEntries(enabled) });
}

/** The generated files that are not what the generator writes. */
export async function staleFiles() {
  const files = [...(await chartFiles())];
  const stale = await Promise.all(
    files.map(async ([path, text]) => {
      const file = join(chart, path);
      return existsSync(file) && (await readFile(file, 'utf8')) === text ? [] : [path];
    }),
  );
  return stale.flat();
}

const lint = async (file) => {
  try {
    await run('helm', ['lint', '--strict', '--quiet', chart, '--values', join(chart, file)]);
    return [];
  } catch ({ stdout, message }) {
    return [stdout || message];
  }
};

async function main() {
  if (!hasHelm() || !hasKubectl()) {
    console.log('skipped helm: there is no helm, or no kubectl');
    return;
  }
  const started = Date.now();
  const wanted = combinations();
  const rendered = await renderAll(wanted);
  const faults = (await staleFiles()).map((path) => `charts/parley/${path} is stale: npm run generate`);
  for (const [name, combination] of Object.entries(wanted)) {
    const found = differences(await templateFor(combination, rendered[name]), rendered[name]);
    faults.push(...found.map((message) => `${name}: ${message}`));
  }
  const overlays = Object.values(wanted).flatMap(({ resources: [name] }) =>
    (/^overlays\/(.*)/.exec(name) ?? []).slice(1),
  );
  for (const file of ['values.yaml', ...overlays.map((name) => `values-${name}.yaml`)])
    faults.push(...(await lint(file)));
  for (const fault of faults) console.log(fault);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${Object.keys(wanted).length} renderings compared, ${faults.length} faults, ${seconds} s`);
  if (faults.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await main();
