// TypeScript modules as JavaScript, kept between runs.
import { transform } from '@swc/core';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'node_modules/.cache/test-modules');
const swcOptions = readFileSync(join(root, '.swcrc'));
const swcVersion = readFileSync(join(root, 'node_modules/@swc/core/package.json'));
const VERSION = createHash('sha256').update(swcOptions).update(swcVersion).digest('hex');

/** The file that has, or will have, the source map of a TypeScript module. */
export function sourceMapOf(path) {
  return `${compiledFile(path, readFileSync(path, 'utf8'))}.map`;
}

/** The code of a TypeScript module, from an earlier run if neither it nor the compiler has changed since. */
export async function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const file = compiledFile(path, source);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { code, map } = await transform(source, {
      configFile: join(root, '.swcrc'),
      filename: path,
      sourceMaps: true,
    });
    mkdirSync(folder, { recursive: true });
    put(`${file}.map`, map);
    put(file, code);
    return code;
  }
}

const compiledFile = (path, source) =>
  join(folder, `${createHash('sha256').update(`${VERSION}\n${path}\n${source}`).digest('hex')}.js`);

/** Other workers read only whole files. */
function put(file, content) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, file);
}
