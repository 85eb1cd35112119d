import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { operator } from './platform.ts';

const root = join(import.meta.dirname, '../..');

it('the platform serves the API document of the repository to anybody', async () => {
  const { credentials } = await operator.workspace();
  const response = await fetch(`${credentials.base_url}/openapi.json`);
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  const committed: unknown = JSON.parse(await readFile(join(root, 'openapi/openapi.json'), 'utf8'));
  expect(await response.json()).toEqual(committed);
});
