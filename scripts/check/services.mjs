// Compares the list of services (libs/contracts/src/services.ts) with the files that name services and cannot import it. Each
// fault says what to add; CONTRIBUTING.md has the whole recipe.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@parley/contracts';
import yaml from 'js-yaml';
import { LOCAL } from '../release/images.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const { projects } = JSON.parse(read('nest-cli.json'));
const compose = yaml.safeLoad(read('docker-compose.yml')).services;
const base = yaml.safeLoad(read('k8s/base/kustomization.yaml'));

/** The lines that a service needs: the place of each, what it says, and whether it is there. */
const linesOf = (name) => [
  [
    `apps/${name}/src/main.ts`,
    'await runService(service)',
    existsSync(join(root, `apps/${name}/src/main.ts`)),
  ],
  ['nest-cli.json', `a project ${name}, like contact`, name in projects],
  ['docker-compose.yml', `a service ${name}, like contact`, name in compose],
  [
    'docker-compose.yml, RPC_ADDRESSES',
    address(name),
    has(compose.gateway.environment.RPC_ADDRESSES, address(name)),
  ],
  [
    'docker-compose.yml, OPERATIONS_ADDRESSES',
    `${name}=${name}:9464`,
    has(compose.operator.environment.OPERATIONS_ADDRESSES, `${name}=${name}:9464`),
  ],
  [
    'docker-compose.yml, DATABASE_ROLE_PASSWORDS',
    password(name),
    has(compose.migrate.environment.DATABASE_ROLE_PASSWORDS, password(name)),
  ],
  [
    'k8s/base/kustomization.yaml, resources',
    `${name}, a folder with a kustomization.yaml like that of contact`,
    base.resources.includes(name),
  ],
  [
    'k8s/base/kustomization.yaml, images',
    `${LOCAL}/${name}`,
    base.images.some((image) => image.name === `${LOCAL}/${name}`),
  ],
  [
    'k8s/base/kustomization.yaml, RPC_ADDRESSES',
    address(name),
    has(base.configMapGenerator[0].literals[0].replace('RPC_ADDRESSES=', ''), address(name)),
  ],
];
const address = (name) => `${name}=${name}:4100`;
const password = (name) => `${name}=\${${name.toUpperCase()}_DATABASE_PASSWORD}`;
const has = (list, entry) => list.split(',').includes(entry);

for (const [place, line, isThere] of services.flatMap(linesOf))
  if (!isThere) {
    console.log(`${place}: add ${line}`);
    process.exitCode = 1;
  }
