// How Node resolves and loads modules in a worker of Jest (node:module, customization hooks): packages of this repository are
// their sources, TypeScript is compiled, and a module of the tests is another one in each test file.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiled } from './compile.mjs';
import { isOfTests, root } from './modules.mjs';

const globals = pathToFileURL(join(import.meta.dirname, 'globals.mjs')).href;

/** The part of a module's URL that names the test file for which it is evaluated. */
const TEST_FILE = /[?&]test-file=\d+$/;

const isOwn = (url) => url.startsWith(pathToFileURL(join(root, '/')).href) && !url.includes('/node_modules/');

export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  // Node keeps what it is given in the context.
  const { conditions } = context;
  const found = await nextResolve(specifier, { ...context, conditions: [...conditions, 'source'] });
  // A package of others that has its sources under the same condition: Node loads no TypeScript from node_modules.
  if (found.url.endsWith('.ts') && !isOwn(found.url))
    return nextResolve(specifier, { ...context, conditions });
  const [testFile] = TEST_FILE.exec(context.parentURL ?? '') ?? [];
  if (
    testFile === undefined ||
    TEST_FILE.test(found.url) ||
    !isOwn(found.url) ||
    !isOfTests(fileURLToPath(found.url))
  )
    return found;
  return { ...found, url: `${found.url}${testFile}` };
}

export async function load(url, context, nextLoad) {
  if (!isOwn(url)) return nextLoad(url, context);
  const { pathname } = new URL(url);
  if (!pathname.endsWith('.ts')) return nextLoad(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
