// Compiles every package's src/ to its dist/ with swc: one pass, about a second, no type check (`npm run types`
// does that). Node then finds a package through its "exports"; see docs/adr/0001-module-resolution.md. The console runs in
// browsers, so Vite builds it, if its sources have changed.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { buildConsole } from './console.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The folders of all workspace packages, as paths from the root. */
export async function packages() {
  const found = [];
  for (const group of ['libs', 'apps']) {
    for (const entry of await readdir(join(root, group), { withFileTypes: true })) {
      if (entry.isDirectory()) found.push(`${group}/${entry.name}`);
    }
  }
  return found.sort();
}

/** The TypeScript files to compile: all except those used only by tests. */
const isSource = (name) =>
  name.endsWith('.ts') && !/\.(spec|type-spec|conformance|fixture|harness)\.ts$/.test(name);
/** Migrations are copied. */
const isMigration = (name) => /(^|\/)migrations\/[^/]+\.sql$/.test(name);
/** Built by Vite, after the contracts. */
const CONSOLE = 'apps/console';
const SCALAR = 'node_modules/@scalar/fastify-api-reference';
/** Files that a process serves. Those of packages are copied, so that production does not install what else they need. */
const ASSETS = {
  'apps/gateway': {
    'assets/scalar.js': `${SCALAR}/dist/js/standalone.js`,
    'assets/reference.js': 'apps/gateway/src/site/reference.client.js',
    'assets/scalar.LICENSE': `${SCALAR}/LICENSE`,
  },
};

/**
 * Compiles one package and returns its number of files. Each file is replaced atomically and files without a source are
 * deleted last, so that a process that starts meanwhile finds either the old or the new code.
 */
export async function build(pkg) {
  if (pkg === CONSOLE) return (await buildConsole()).length;
  const src = join(root, pkg, 'src');
  const dist = join(root, pkg, 'dist');
  const files = await readdir(src, { recursive: true });
  const sources = files.filter(isSource);
  const written = await Promise.all([
    ...files
      .filter(isMigration)
      .map(async (file) => [await put(dist, file, await readFile(join(src, file)))]),
    ...Object.entries(ASSETS[pkg] ?? {}).map(async ([target, file]) => [
      await put(dist, target, await readFile(join(root, file))),
    ]),
    ...sources.map(async (file) => {
      const target = file.replace(/\.ts$/, '.js');
      const { code, map } = await transformFile(join(src, file), {
        configFile: join(root, '.swcrc'),
        // As tsc does by the option of the same name; Jest reads the sources as they are.
        jsc: { rewriteRelativeImportExtensions: true },
      });
      const linked = `${code}\n//# sourceMappingURL=${basename(target)}.map\n`;
      return [await put(dist, `${target}.map`, map), await put(dist, target, linked)];
    }),
  ]);
  const kept = new Set(written.flat());
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (/\.(js|map|sql)$/.test(entry.name) && !kept.has(file)) await rm(file, { force: true });
  }
  return sources.length;
}

async function put(folder, file, content) {
  const target = join(folder, file);
  const written = `${target}.${process.pid}`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(written, content);
  await rename(written, target);
  return target;
}

export async function buildAll() {
  const compiled = (await packages()).filter((pkg) => pkg !== CONSOLE);
  const counts = await Promise.all(compiled.map(build));
  await build(CONSOLE);
  return counts.reduce((sum, count) => sum + count, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  console.log(`built ${await buildAll()} files in ${Date.now() - started} ms`);
}
