import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const USES = [
  ['an import of a file that the package does not export', `export { default } from 'pg/lib/utils.js';`],
  ['a member with an underscore', `export const all = (one: { _all: number }): number => one._all;`],
  ['such a member of a pattern', `export const all = ({ _all: all }: { _all: number }): number => all;`],
  ['a symbol of another package', `export const one = Symbol.for('another-package');`],
  [
    'a member that the types hide',
    'export const inner = (one: object): number => (one as unknown as { inner: number }).inner;',
  ],
] as const;

let folder = '';
let report = '';

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, 'seeded-'));
  await Promise.all(USES.map(([, source], use) => writeFile(join(folder, `use-${use}.ts`), source)));
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  report = await new Promise((resolve) => {
    const options = [program, '--format=unix', folder];
    execFile(process.execPath, options, { cwd: root }, (_, printed) => resolve(printed));
  });
});

afterAll(() => rm(folder, { recursive: true }));

it.each(USES.map(([use], index) => [use, index] as const))('the lint reports %s', (_, index) => {
  expect(report).toMatch(new RegExp(`use-${index}\\.ts:.*is no documented interface`));
});
