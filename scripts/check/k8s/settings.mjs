// What the code of a process reads, serves and calls, for the comparison with its manifests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@parley/contracts';
import { workspaceFolders } from '../../dev/workspaces.mjs';
import { CONFIGS } from '../../generate/configuration.mjs';

const root = join(import.meta.dirname, '../../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const isTest = (name) => /\.(?:spec|fixture|harness|conformance|type-spec)\.ts$/.test(name);

/** Result of a function of one name, kept; the sources do not change during a run. */
function once(work) {
  const results = new Map();
  return (name) => {
    if (!results.has(name)) results.set(name, work(name));
    return results.get(name);
  };
}

/** The source files below a folder, without those of tests. */
function sourcesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !isTest(name))
    .map((name) => read(join(folder, name)));
}

/** The config classes that a source file lists as `configs: [A, B]`. */
function configsIn(path) {
  const names = [...read(path).matchAll(/(?:configs: |checkConfigs\()\[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...list.matchAll(/\b\w+Config\b/g)].map(([name]) => name),
  );
  return names.map((name) => {
    if (CONFIGS[name] === undefined)
      throw new Error(`${path}: ${name} is not in scripts/generate/configuration.mjs`);
    return CONFIGS[name];
  });
}

export const configsOf = once((name) => {
  if (name === 'migration') return [CONFIGS.MigrationConfig, CONFIGS.RabbitConfig];
  if (name === 'operator') return [CONFIGS.RpcConfig, CONFIGS.OperationsAddressesConfig];
  const service = name === 'gateway' ? [] : configsIn('libs/runtime/src/run-service.ts');
  return [
    ...new Set([
      ...configsIn('libs/runtime/src/process/run-process.ts'),
      ...service,
      ...configsIn(`apps/${name}/src/index.ts`),
      ...configsIn(`apps/${name}/src/main.ts`),
    ]),
  ];
});

/** The paths that the operations port of every process serves. */
export const operationsPaths = once(() => {
  return sourcesOf('libs/runtime/src/process').flatMap((text) =>
    [...text.matchAll(/url === '(\/[\w/]+)'/g)].map(([, path]) => path),
  );
});

/** Packages whose code calls services on behalf of the process that contains it. */
const CALLING = ['projections'];

/** The procedures of a table in a module: `const LISTS = { ticket: findTickets, … }`. */
function proceduresIn(text, table) {
  const [, entries = ''] = new RegExp(`const ${table}\\b[^=]*= \\{([^}]*)\\}`).exec(text) ?? [];
  return [...entries.matchAll(/\w+: (\w+)/g)].map(([, procedure]) => contracts[procedure]);
}

/**
 * The services that the code of a service calls: `rpc.call(procedure, …)`, or `rpc.call(TABLE[key], …)`.
 * Gateways offer the operations of all, and the operator
 * calls the commands of all.
 */
export const calledBy = once((name) => {
  if (name === 'gateway' || name === 'operator') return [...contracts.services];
  const { dependencies } = JSON.parse(read(`apps/${name}/package.json`));
  const folders = [
    `apps/${name}/src`,
    ...CALLING.filter((lib) => dependencies[`@parley/${lib}`]).map((lib) => `libs/${lib}/src`),
  ];
  const called = folders
    .flatMap(sourcesOf)
    .flatMap((text) =>
      [...text.matchAll(/\brpc\s*\.call\(\s*(\w+)(\[)?/g)].flatMap(([, name, isTable]) =>
        isTable ? proceduresIn(text, name) : [contracts[name]],
      ),
    )
    // One that any service handles is sent to all of them.
    .flatMap((procedure) =>
      procedure === undefined || procedure.service === 'each' ? contracts.services : [procedure.service],
    );
  return [...new Set(called)].filter((service) => service !== name).sort();
});

export const definesMetric = once((name) => {
  const folders = workspaceFolders(root).map((folder) => `${folder}/src`);
  return folders.flatMap(sourcesOf).some((text) => text.includes(`name: '${name}'`));
});

export const version = JSON.parse(read('package.json')).version;
