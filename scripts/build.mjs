// Compiles every package's src/ to its dist/ with swc: one pass, about a second, no type check (`npm run types`
// does that). Node then finds a package through its "exports"; see docs/adr/0001-module-resolution.md.
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

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

/** TypeScript that is compiled: all but what only tests use. */
const isSource = (name) =>
  name.endsWith('.ts') && !/\.(spec|type-spec|conformance|fixture|harness)\.ts$/.test(name);
/** Migrations are copied. */
const isMigration = (name) => /(^|\/)migrations\/[^/]+\.sql$/.test(name);

/** Compiles one package; answers how many files it has. */
export async function build(pkg) {
  const src = join(root, pkg, 'src');
  const dist = join(root, pkg, 'dist');
  await rm(dist, { recursive: true, force: true });
  const files = await readdir(src, { recursive: true });
  const sources = files.filter(isSource);
  for (const file of files.filter(isMigration)) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await copyFile(join(src, file), join(dist, file));
  }
  await Promise.all(
    sources.map(async (file) => {
      const target = join(dist, file.replace(/\.ts$/, '.js'));
      const { code, map } = await transformFile(join(src, file), {
        configFile: join(root, '.swcrc'),
        // As tsc does by the option of the same name; Jest reads the sources as they are.
        jsc: { rewriteRelativeImportExtensions: true },
      });
      await mkdir(dirname(target), { recursive: true });
      await writeFile(
        target,
        `${code}\n//# sourceMappingURL=${file.split('/').pop().replace(/\.ts$/, '.js')}.map\n`,
      );
      await writeFile(`${target}.map`, map);
    }),
  );
  return sources.length;
}

export async function buildAll() {
  const counts = await Promise.all((await packages()).map(build));
  return counts.reduce((sum, count) => sum + count, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  console.log(`built ${await buildAll()} files in ${Date.now() - started} ms`);
}
