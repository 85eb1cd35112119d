// What the bundles of packages and of processes have in common.
import { build } from 'esbuild';

/** Node has these in CommonJS modules only. */
const BANNER = [
  `import { createRequire as requireOf } from 'node:module';`,
  `const require = requireOf(import.meta.url), { filename: __filename, dirname: __dirname } = import.meta;`,
].join('\n');

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

/** Bundles entry points, by the names of their bundles; a module that several of them use exists once. */
export function buildBundles(entryPoints, outdir, plugins = []) {
  return build({
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [...plugins, optionalPackages],
    banner: { js: BANNER },
  });
}
