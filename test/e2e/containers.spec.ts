import { expect, it } from '@jest/globals';
import { composeFaults } from '../../scripts/check/compose.mjs';
import { composeServices } from '../setup/compose.mjs';

const services = composeServices() as Parameters<typeof composeFaults>[0];

it('docker compose limits the memory of each container, and pulls no image of the platform', () => {
  expect(composeFaults(services)).toEqual([]);
});

it.each([
  ['a container without a limit of memory', 'redis', { mem_limit: undefined }, 'its memory has no limit'],
  ['an image that is pulled', 'gateway', { pull_policy: undefined }, 'its image may be pulled'],
  ['an image that is refreshed', 'gateway', { pull_policy: 'always' }, 'its image may be pulled'],
  [
    'an image of a public registry',
    'migrate',
    { image: 'parley/operations' },
    'may come from a public registry',
  ],
  ['one that is not built', 'redis', { image: 'parley/gateway' }, 'may come from a public registry'],
])('the check of docker-compose.yml refuses %s', (_, name, change, message) => {
  const changed = { ...services, [name]: { ...services[name], ...change } };
  expect(composeFaults(changed as typeof services).join('\n')).toContain(message);
});
