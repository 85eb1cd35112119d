// Builds the account console (apps/console) for identity, which serves it: the last part of `npm run
// build`. It writes apps/console/dist/:
//   generated/  the types of the public API, its event types, and the routes of the console operations by id
//   site/       what `vite build` makes of the sources, each file also compressed
// Both are made again only if something they derive from has changed; the check takes some milliseconds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '../..');
const app = join(root, 'apps/console');
const dist = join(app, 'dist');
const generated = join(dist, 'generated');
const API_DOCUMENT = join(root, 'openapi/openapi.json');
/** Longer than any build takes, on a machine that does much else. */
const BUILD_TIMEOUT_MS = 180_000;

const run = promisify(execFile);

/** Returns what was made: `types`, `site`, both or nothing. Throws if the sources cannot be built. */
export async function buildConsole() {
  const made = await generateTypes();
  if (await isStale('site', await sourcesOfSite())) {
    await buildSite();
    made.push('site');
  }
  return made;
}

export async function generateTypes() {
  await mkdir(generated, { recursive: true });
  await writeRoutes();
  if (!(await isStale('types', [API_DOCUMENT]))) return [];
  await writeTypes();
  return ['types'];
}

const hash = (content) => createHash('sha256').update(content).digest('hex');
const stampOf = (name) => join(dist, `${name}.stamp`);

/** Compares the contents of files with those of the last build, which `writeStamp` recorded. */
async function isStale(name, files) {
  const recorded = await readFile(stampOf(name), 'utf8').catch(() => undefined);
  return recorded !== (await fingerprint(files));
}

async function fingerprint(files) {
  const hashes = await Promise.all(
    [...files, import.meta.filename].map(async (file) => hash(await readFile(file))),
  );
  return hash(hashes.join('\n'));
}

async function sourcesOfSite() {
  const entries = await readdir(join(app, 'src'), { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const others = ['index.html', 'playground.html', 'vite.config.ts', 'package.json'].map((name) =>
    join(app, name),
  );
  return [
    ...sources,
    ...others,
    join(generated, 'routes.json'),
    join(generated, 'event-types.json'),
    join(root, 'package-lock.json'),
  ];
}

/** `{"key.create": "POST /keys", …}`: the browser gets no more of the contracts than this. */
async function writeRoutes() {
  const contracts = pathToFileURL(join(root, 'libs/contracts/dist/console/index.js'));
  const { consoleOperations } = await import(contracts.href);
  const routes = Object.fromEntries(consoleOperations.map(({ id, route }) => [id, route]));
  await put(join(generated, 'routes.json'), `${JSON.stringify(routes, null, 2)}\n`);
}

async function writeTypes() {
  const { default: openapi, astToString } = await import('openapi-typescript');
  // A field with a default may be left out of a request.
  const types = await openapi(pathToFileURL(API_DOCUMENT), { defaultNonNullable: false });
  await put(join(generated, 'openapi.d.ts'), astToString(types));
  // Types are gone at run time; forms list these.
  const { components } = JSON.parse(await readFile(API_DOCUMENT, 'utf8'));
  await put(join(generated, 'event-types.json'), `${JSON.stringify(components.schemas.EventType.enum)}\n`);
  await put(stampOf('types'), await fingerprint([API_DOCUMENT]));
}

/** Builds in a process of its own, which takes 300 MB. The site is replaced as a whole, so that no process finds half of it. */
async function buildSite() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await access(vite).catch(() => {
    throw new Error('The console cannot be built, because packages are missing: run npm install');
  });
  const wanted = await fingerprint(await sourcesOfSite());
  const made = join(dist, `site.${process.pid}`);
  const former = join(dist, `former.${process.pid}`);
  const options = ['--outDir', made, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    await run(process.execPath, [vite, 'build', ...options], {
      cwd: app,
      timeout: BUILD_TIMEOUT_MS,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    // Copied as it is, not bundled, and so not in the list of Vite.
    const scalar = await readFile(join(root, 'node_modules/@scalar/fastify-api-reference/LICENSE'), 'utf8');
    await appendFile(join(made, 'licenses.md'), `\n## @scalar/fastify-api-reference\n\n${scalar}`);
    await compress(made);
    await rename(join(dist, 'site'), former).catch(() => undefined);
    await rename(made, join(dist, 'site'));
    await put(stampOf('site'), wanted);
  } catch (error) {
    throw new Error(`The console cannot be built:\n${error.stdout ?? ''}${error.stderr ?? error.message}`, {
      cause: error,
    });
  } finally {
    await rm(made, { recursive: true, force: true });
    await rm(former, { recursive: true, force: true });
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** The best, except of the megabytes of the playground, which would take ten seconds for a few percent. */
const qualityOf = ({ length }) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > 1_000_000 ? 6 : constants.BROTLI_MAX_QUALITY },
});

/** Once here instead of in every process for every reader. index.html differs from response to response. */
async function compress(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await brotli(content, qualityOf(content)));
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
    }),
  );
}

/** Leaves a file with the same content as it is. */
async function put(path, content) {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
}

if (process.argv[1] === import.meta.filename) await buildConsole();
