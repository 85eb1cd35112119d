import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { operator } from './platform.ts';

const root = join(import.meta.dirname, '../..');

it('the platform serves the API document of the repository without credentials', async () => {
  const { credentials } = await operator.workspace();
  const response = await fetch(`${credentials.base_url}/openapi.json`);
  expect([response.status, response.headers.has('x-ratelimit-remaining')]).toEqual([200, true]);
  const committed = await readFile(join(root, 'openapi/openapi.json'), 'utf8');
  // With the addresses of this platform.
  const { base_url: baseUrl, auth_url: authUrl } = credentials;
  const own = committed.replaceAll(
    /("(?:url|authorizationUrl|tokenUrl|refreshUrl)": ")http:\/\/localhost:(3000|3001)/g,
    (_, before: string, port: string) => before + (port === '3000' ? baseUrl : authUrl),
  );
  expect(await response.json()).toEqual(JSON.parse(own));
});
