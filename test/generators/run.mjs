// `node test/generators/run.mjs`: generates clients from openapi/openapi.json with widespread generators and compiles each strictly;
// converts the document to a Postman collection; requests every operation from a Prism mock. The tools are no dependencies of the
// repository: they are installed in this folder. Takes some minutes. Prints one line for each tool, and the errors of those that
// failed. Arguments are the names of the tools to run; all by default.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { requestOperations } from './prism.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const document = join(root, 'openapi/openapi.json');
const output = join(here, 'node_modules/.cache/clients');
const bin = (name) => join(here, 'node_modules/.bin', name);

const orval = (client) => (folder) => {
  const config = join(folder, 'orval.config.mjs');
  const target = { target: join(folder, 'api.ts'), client };
  writeFileSync(config, `export default ${JSON.stringify({ api: { input: document, output: target } })};`);
  return [bin('orval'), '--config', config];
};

/** Arguments of each generator, which writes to a folder of its own. */
const GENERATORS = {
  'openapi-typescript': (folder) => [
    join(root, 'node_modules/.bin/openapi-typescript'),
    document,
    '--output',
    join(folder, 'api.ts'),
  ],
  'hey-api': (folder) => [
    bin('openapi-ts'),
    '-i',
    document,
    '-o',
    folder,
    '-p',
    '@hey-api/typescript',
    '@hey-api/sdk',
  ],
  'hey-api zod': (folder) => [bin('openapi-ts'), '-i', document, '-o', folder, '-p', 'zod'],
  orval: orval('fetch'),
  'orval zod': orval('zod'),
  'openapi-zod-client': (folder) => [
    bin('openapi-zod-client'),
    document,
    '-o',
    join(folder, 'api.ts'),
    '--template',
    join(here, 'node_modules/openapi-zod-client/src/templates/schemas-only.hbs'),
    '--export-schemas',
  ],
  // Relative to its working directory, which is the folder.
  'typed-openapi': () => [bin('typed-openapi'), document, '-o', 'api.ts'],
  'swagger-typescript-api': (folder) => [
    bin('swagger-typescript-api'),
    'generate',
    '-p',
    document,
    '-o',
    folder,
    '-n',
    'api.ts',
  ],
};

function run([program, ...args], cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** openapi-zod-client imports version 3 of zod as `zod`; version 4 includes it. */
const pathsOf = (name) =>
  name === 'openapi-zod-client' ? { zod: [join(here, 'node_modules/zod/v3/index.d.ts')] } : {};

function compile(name, folder) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    paths: pathsOf(name),
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  return run([bin('tsc'), '-p', config], folder);
}

async function postman() {
  const { default: converter } = await import('openapi-to-postmanv2');
  const options = { parametersResolution: 'Example', enableOptionalParameters: true };
  const data = readFileSync(document, 'utf8');
  const {
    result,
    reason,
    output: made,
  } = await new Promise((resolve, reject) =>
    converter.convertV2({ type: 'string', data }, options, (error, value) =>
      error ? reject(error) : resolve(value),
    ),
  );
  if (!result) return reason;
  const requests = [];
  const walk = ({ item = [], request, name }) => {
    if (request !== undefined) requests.push(name);
    item.forEach(walk);
  };
  walk(made[0].data);
  writeFileSync(join(output, 'postman.json'), JSON.stringify(made[0].data, null, 2));
  const operations = Object.values(JSON.parse(data).paths).flatMap((item) => Object.keys(item));
  return requests.length === operations.length
    ? ''
    : `${requests.length} requests of ${operations.length} operations`;
}

function report(name, error) {
  console.log(`${error === '' ? 'passed' : 'FAILED'}  ${name}`);
  if (error === '') return;
  console.log(error.split('\n').slice(0, 100).join('\n'));
  process.exitCode = 1;
}

if (!existsSync(join(here, 'node_modules/@stoplight/prism-cli')))
  execFileSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps'], { cwd: here, stdio: 'inherit' });
rmSync(output, { recursive: true, force: true });
const selected = process.argv.slice(2);
for (const [name, commandOf] of Object.entries(GENERATORS)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const folder = join(output, name.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  const error = run(commandOf(folder), folder);
  report(name, error === '' ? compile(name, folder) : error);
}
mkdirSync(output, { recursive: true });
if (selected.length === 0 || selected.includes('postman')) report('postman', await postman());
if (selected.length === 0 || selected.includes('prism'))
  report('prism', await requestOperations(bin('prism'), document));
