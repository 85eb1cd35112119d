// Processes under test load some 1,800 modules at each start, which takes a service 1.5 s of CPU time, and the fault tests
// start some 300. Bundled into a few files the same code loads in 0.55 s. Only the fault tests use it: the processes of the
// end-to-end stories are started as users start them.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from '../../scripts/prepare.mjs';
import { buildBundles } from './bundle.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/bundled-processes');
/** From this age on no run uses the bundles of an earlier build. */
const OLD_MS = 24 * 3_600_000;

/** The programs that have a bundle, as paths from the root. */
async function programs() {
  const apps = await readdir(join(root, 'apps'));
  const mains = apps.map((app) => `apps/${app}/dist/main.js`);
  const candidates = [...mains, 'apps/standalone/dist/db-migrate.js', 'scripts/services.mjs'];
  const found = await Promise.all(candidates.map((path) => stat(join(root, path)).catch(() => undefined)));
  return candidates.filter((_, index) => found[index] !== undefined);
}

/**
 * Sets the `NODE_OPTIONS` with which a process that is started as `node apps/<app>/dist/main.js` runs its bundle instead, for
 * the specs of a project. Bundles what has changed since the last build.
 */
export default async function setup() {
  // Otherwise `npm run services` might build after that what is no longer up to date.
  await prepare();
  const current = join(folder, await versionOf());
  if ((await stat(join(current, 'main.cjs')).catch(() => undefined)) === undefined) await bundle(current);
  process.env.BUNDLED_PROCESSES = `--require=${JSON.stringify(join(current, 'main.cjs'))}`;
}

/** Changes with each build, and with the packages. */
async function versionOf() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'scripts/services.mjs', 'scripts/prepare.mjs'])
    hash.update(await readFile(join(root, file)));
  for (const file of [import.meta.filename, join(import.meta.dirname, 'bundle.mjs')])
    hash.update(await readFile(file));
  for (const group of ['libs', 'apps']) {
    for (const name of (await readdir(join(root, group))).toSorted()) {
      const dist = join(root, group, name, 'dist');
      const files = await readdir(dist, { recursive: true }).catch(() => []);
      for (const file of files.filter((path) => path.endsWith('.js')).toSorted()) {
        const { size, mtimeMs } = await stat(join(dist, file));
        hash.update(`${group}/${name}/${file} ${size} ${mtimeMs}\n`);
      }
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundle(target) {
  const made = `${target}.${process.pid}`;
  const paths = await programs();
  const names = Object.fromEntries(paths.map((path) => [path, path.replaceAll(/[^a-z]/g, '-')]));
  await mkdir(made, { recursive: true });
  const entryPoints = Object.fromEntries(paths.map((path) => [names[path], join(root, path)]));
  await buildBundles(entryPoints, made, [ownFiles]);
  const bundles = paths.map((path) => [join(root, path), pathToFileURL(join(target, `${names[path]}.mjs`))]);
  await writeFile(join(made, 'main.cjs'), starter(Object.fromEntries(bundles)));
  await removeOld();
  // Another run may have been quicker.
  await rename(made, target).catch(() => rm(made, { recursive: true, force: true }));
}

/** Node asks `runMain` for the program of its command line. Packages find the metadata of decorators in `Reflect`. */
const starter = (bundles) => `
const { Module } = require('node:module');
const bundle = ${JSON.stringify(bundles)}[process.argv[1]];
if (bundle !== undefined) {
  require(${JSON.stringify(join(root, 'node_modules/reflect-metadata/Reflect.js'))});
  Module.runMain = () => import(bundle);
}
`;

async function removeOld() {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const isOwn = (path) => /^((libs|apps)\/[^/]+\/dist|scripts)\//.test(relative(root, path));

/** Modules of this repository find their files, such as migrations, beside where they were. */
const ownFiles = {
  name: 'own-files',
  setup({ onLoad, onResolve, resolve }) {
    // Of a CommonJS module that is imported later, the bundler does not know the names; and most processes need none.
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || path.startsWith('@parley/')) return undefined;
      if (!isOwn(importer) || pluginData === 'resolving') return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: 'resolving' });
      return found.errors.length > 0 ? undefined : { path: pathToFileURL(found.path).href, external: true };
    });
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      if (!isOwn(path)) return undefined;
      const code = await readFile(path, 'utf8');
      const contents = code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'js' };
    });
  },
};
