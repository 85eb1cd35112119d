// Processes under test load some 1,800 modules at each start, which takes a service 1.0 s of CPU time, and the fault tests
// start some 300. Bundled into one file, whose compiled code is kept, the same code loads in 0.3 s. Only the fault tests use it: the
// processes of the end-to-end stories are started as users start them.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { prepare } from '../../scripts/prepare.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/bundled-processes');
const starter = join(import.meta.dirname, 'bundled-process.cjs');
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
  // V8 refuses code that another version has compiled.
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', 'scripts/services.mjs', 'scripts/prepare.mjs'])
    hash.update(await readFile(join(root, file)));
  for (const file of [import.meta.filename, starter]) hash.update(await readFile(file));
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
  await mkdir(made, { recursive: true });
  const paths = (await programs()).map((path) => join(root, path));
  await buildBundle(paths, join(made, 'all.cjs'));
  await writeFile(join(made, 'programs.json'), JSON.stringify(paths));
  await copyFile(starter, join(made, 'main.cjs'));
  await removeOld();
  // Another run may have been quicker.
  await rename(made, target).catch(() => rm(made, { recursive: true, force: true }));
}

async function removeOld() {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}

const isOwn = (path) => /^((libs|apps)\/[^/]+\/dist|scripts)\//.test(relative(root, path));

/** Modules of this repository find their files, such as migrations, beside where they were. */
const ownFiles = (programPaths) => ({
  name: 'own-files',
  setup({ onLoad, onResolve, resolve }) {
    // Most processes need none of the packages that are imported later.
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || path.startsWith('@parley/')) return undefined;
      if (!isOwn(importer) || pluginData === 'resolving') return undefined;
      const found = await resolve(path, { kind: 'require-call', resolveDir, pluginData: 'resolving' });
      return found.errors.length > 0 ? undefined : { path: found.path, external: true };
    });
    onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      if (!isOwn(path)) return undefined;
      const code = (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents: programPaths.includes(path) ? withoutTopLevelAwait(code) : code, loader: 'js' };
    });
  },
});

/** A program waits at its top level, which CommonJS modules, the only ones whose compiled code Node can keep, cannot. */
function withoutTopLevelAwait(code) {
  const imports = /^import [^;]*;$/gm;
  const body = code.replaceAll(imports, '');
  return `${code.match(imports)?.join('\n') ?? ''}\n(async () => {\n${body}\n})();\n`;
}

/** What Nest and TypeORM would use if it were installed stays an import that fails only when it is reached. */
const optionalPackages = {
  name: 'optional-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind === 'entry-point' || pluginData === 'resolving') return undefined;
      const found = await resolve(path, { kind, resolveDir, importer, pluginData: 'resolving' });
      return found.errors.length > 0 || found.path.endsWith('.node') ? { path, external: true } : found;
    });
  },
};

/** @nestjs/typeorm requires TypeORM in a way that a bundle does not follow: each start would load a second one, of 360 modules. */
const oneTypeorm = {
  name: 'one-typeorm',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const contents = code.replace('const require = createRequire(import.meta.url);', '');
      if (contents === code) throw new Error(`${path} no longer creates the require of its TypeORM`);
      return { contents, loader: 'js' };
    });
  },
};

/** Bundles programs: a module that starts each of them by its path. What several of them use exists once. */
function buildBundle(paths, outfile) {
  const starts = paths.map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(path)})`);
  return build({
    stdin: { contents: `module.exports = { ${starts.join(', ')} };`, resolveDir: root },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Code that V8 takes from its cache cannot import modules, only require them.
    supported: { 'dynamic-import': false },
    charset: 'ascii',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    define: { 'import.meta.url': 'bundleUrl' },
    // The bundle is the function of a module already: to wrap 8 MB of source at each start would copy it.
    banner: {
      js: `(function (exports, require, module, __filename, __dirname) {
        const bundleUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: '})' },
    plugins: [ownFiles(paths), oneTypeorm, optionalPackages],
  });
}
