// Compares the list of services (libs/contracts/src/services.ts) with the files that name services and cannot import it. Each
// fault says what to add; CONTRIBUTING.md has the whole recipe.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@parley/contracts';
import yaml from 'js-yaml';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const { projects } = JSON.parse(read('nest-cli.json'));
const compose = yaml.safeLoad(read('docker-compose.yml')).services;
const base = yaml.safeLoad(read('k8s/base/kustomization.yaml'));
const autoscaled = yaml
  .safeLoadAll(read('k8s/components/hpa/autoscalers.yaml'))
  .map(({ metadata }) => metadata.name);

const addressIn = (list, service) => list.split(',').includes(`${service}=${service}:4100`);
const listIn = ({ literals }) =>
  literals.find((one) => one.startsWith('RPC_ADDRESSES=')).slice('RPC_ADDRESSES='.length);

/** What a file lacks of a service, by the file: whether it is there, and what to add. */
const PLACES = {
  'apps/NAME/src/main.ts': (name) => [
    existsSync(join(root, `apps/${name}/src/main.ts`)),
    'await runService(service)',
  ],
  'nest-cli.json': (name) => [projects[name] !== undefined, 'a project NAME, like `contact`'],
  'docker-compose.yml': (name) => [compose[name] !== undefined, 'a service NAME, like `contact`'],
  'docker-compose.yml, x-process': (name) => [
    addressIn(compose.gateway.environment.RPC_ADDRESSES, name),
    'RPC_ADDRESSES: NAME=NAME:4100',
  ],
  'docker-compose.yml, migrate': (name) => [
    compose.migrate.environment.DATABASE_ROLE_PASSWORDS.includes(`${name}=$`),
    'DATABASE_ROLE_PASSWORDS: NAME=${…_DATABASE_PASSWORD}',
  ],
  'docker-compose.yml, operator': (name) => [
    compose.operator.depends_on[name] !== undefined,
    'depends_on: NAME',
  ],
  'k8s/base/kustomization.yaml, resources': (name) => [
    base.resources.includes(name),
    'NAME, a folder with a kustomization.yaml like that of contact',
  ],
  'k8s/base/kustomization.yaml, images': (name) => [
    base.images.some((image) => image.name === `parley/${name}`),
    'parley/NAME',
  ],
  'k8s/base/kustomization.yaml, RPC_ADDRESSES': (name) => [
    addressIn(listIn(base.configMapGenerator[0]), name),
    'NAME=NAME:4100',
  ],
  'k8s/components/hpa/autoscalers.yaml': (name) => [
    autoscaled.includes(name),
    'a HorizontalPodAutoscaler NAME',
  ],
};

const faults = services.flatMap((name) =>
  Object.entries(PLACES).flatMap(([place, check]) => {
    const [isThere, add] = check(name);
    return isThere ? [] : [`${place}: add ${add}`.replaceAll('NAME', name)];
  }),
);
faults.forEach((fault) => console.log(fault));
process.exitCode = faults.length === 0 ? 0 : 1;
