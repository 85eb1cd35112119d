import { expect, it } from '@jest/globals';
import { createRequire } from 'node:module';

it('prepared-query.ts uses what pg 8.23 does not document: read its Query class before another version is installed', () => {
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  expect(version).toMatch(/^8\.23\./);
});
