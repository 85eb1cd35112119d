// Renders the manifests of k8s/ with kustomize, offline.
import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import yaml from 'js-yaml';

const root = join(import.meta.dirname, '../../..');
const manifests = join(root, 'k8s');
const run = promisify(execFile);

/** Components that only work together with others. */
export const NEEDS = {
  pgbouncer: ['cloudnative-pg'],
  'cloudnative-pg-backup': ['cloudnative-pg'],
  'cloudnative-pg-restore': ['cloudnative-pg', 'cloudnative-pg-backup'],
};

/** These components, each after those that it needs. */
export const needsOf = (names) => [...new Set(names.flatMap((name) => [...(NEEDS[name] ?? []), name]))];

/** The overlays of this repository. An operator may have others beside them. */
export const OVERLAYS = ['dev', 'ha'];

/** The names of the components. */
export const componentNames = () =>
  readdirSync(join(manifests, 'components'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const kustomization = (folder) => readFileSync(join(manifests, folder, 'kustomization.yaml'), 'utf8');

/** The components that an overlay lists. */
export const overlayComponents = (overlay) =>
  (yaml.safeLoad(kustomization(`overlays/${overlay}`)).components ?? []).map((path) => basename(path));

/** What the comment of a component or an overlay says, without its last full stop. */
export const noteOf = (folder) =>
  [...kustomization(folder).matchAll(/^# (.*)/gm)]
    .map(([, line]) => line)
    .join(' ')
    .replace(/\.$/, '');

/** Components that change documents of others, so that the order and the company matter. */
const patchingComponents = () =>
  componentNames().filter((name) => /^patches:|behavior: merge/m.test(kustomization(`components/${name}`)));

/**
 * A rendering by name: the folders of the resources and of the components. Base, each component, pairs of those that change
 * others, all of them, and each overlay of this repository.
 * @param pairs `every` for all pairs, `none` for base, all components and the overlays alone
 */
export function combinations(pairs = 'patching') {
  const components = componentNames();
  const base = (names) => ({
    // An overlay says it itself.
    namespace: 'parley',
    resources: ['base'],
    components: needsOf(names).map((name) => `components/${name}`),
  });
  const paired = { every: components, patching: patchingComponents(), none: [] }[pairs];
  const sets = [
    ...(pairs === 'none' ? [] : components.map((name) => [name])),
    ...paired.flatMap((one, index) => paired.slice(index + 1).map((other) => [one, other])),
  ];
  return {
    base: base([]),
    ...Object.fromEntries(sets.map((names) => [`base + ${names.join(' + ')}`, base(names)])),
    'base + everything': base(components),
    ...Object.fromEntries(
      OVERLAYS.map((name) => [`overlay ${name}`, { resources: [`overlays/${name}`], components: [] }]),
    ),
  };
}

/** The documents of a rendering. Throws what kustomize says. */
async function render({ resources, components, ...rest }, folder) {
  const path = (name) => relative(folder, join(manifests, name));
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    yaml.safeDump({ ...rest, resources: resources.map(path), components: components.map(path) }),
  );
  return renderPath(folder);
}

const documentsIn = (text) => yaml.safeLoadAll(text).filter((document) => document !== null);

/** The documents of an overlay, by its folder, or of a file that was rendered before. Throws what kustomize says. */
export async function renderPath(path) {
  if (statSync(path).isFile()) return documentsIn(readFileSync(path, 'utf8'));
  return documentsIn((await run('kubectl', ['kustomize', path], { maxBuffer: 64e6 })).stdout);
}

/** The documents of k8s/examples, which no overlay contains. */
export function examples() {
  const folder = join(manifests, 'examples');
  return readdirSync(folder).flatMap((name) => documentsIn(readFileSync(join(folder, name), 'utf8')));
}

/** Renders combinations, by name, as many at a time as there are cores. */
export async function renderAll(wanted = combinations()) {
  // The links of macOS to its temporary folder would count as levels of a relative path.
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'parley-k8s-'));
  const queue = Object.entries(wanted);
  const rendered = {};
  const next = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const [name, combination] = one;
      const folder = mkdtempSync(join(work, 'k'));
      rendered[name] = await render(combination, folder);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, next));
    return rendered;
  } finally {
    rmSync(work, { recursive: true });
  }
}
