// How Jest evaluates test files here (docs/adr/0032-shared-modules-in-tests.md): by Node's own loader, in the worker's own
// realm. What is tested is evaluated once in a worker, the modules of tests once per test file.
import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModuleMocker } from 'jest-mock';
import { sourceMapOf } from './compile.mjs';
import { CURRENT } from './globals.mjs';

register('./hooks.mjs', import.meta.url);
globalThis[Symbol.for('parley.threadImports')] = [new URL('./register.mjs', import.meta.url).href];
// Node's fetch and the package undici share a dispatcher, that of the first one in a process. It is Node's, as it is for users.
void fetch('data:,');

const require = createRequire(import.meta.url);
let testFiles = 0;

/** Finds source maps by the URLs of modules, for the stacks of errors. */
class SourceMaps extends Map {
  get(url) {
    if (!url.startsWith('file:') || url.includes('/node_modules/') || !/\.ts(\?|$)/.test(url))
      return undefined;
    if (!this.has(url)) this.set(url, sourceMapOf(fileURLToPath(url)));
    return super.get(url);
  }
}
const sourceMaps = new SourceMaps();

const mocker = new ModuleMocker(globalThis);
const bound = (name) => mocker[name].bind(mocker);

/** The `jest` object of test files: mocks of functions. Modules are not replaced, since files share them. */
const jest = {
  fn: bound('fn'),
  spyOn: bound('spyOn'),
  restoreAllMocks: bound('restoreAllMocks'),
};

/** What jest-runner and jest-circus call of a runtime (30.5). */
export default class SharedModulesRuntime {
  /** Jest's own modules. The state of the test runner must not outlive a test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    const url = pathToFileURL(path);
    url.searchParams.set('test-file', String((testFiles += 1)));
    return import(url.href);
  }

  setGlobalsForRuntime(globals) {
    globalThis[CURRENT] = { ...globals, jest };
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  clearAllMocks() {
    mocker.clearAllMocks();
  }

  resetAllMocks() {
    mocker.resetAllMocks();
  }

  restoreAllMocks() {
    mocker.restoreAllMocks();
  }

  resetModules() {}

  teardown() {
    mocker.restoreAllMocks();
  }
}
