import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { EXCEPTIONS } from '../../../scripts/check/lint-interfaces.mjs';

const root = join(import.meta.dirname, '../../..');

/** What the rules about interfaces of dependencies report of a file. */
async function reported(source: string): Promise<string[]> {
  const folder = await mkdtemp(join(import.meta.dirname, 'seeded-'));
  try {
    await writeFile(join(folder, 'seeded.ts'), source);
    const program = join(root, 'node_modules/oxlint/bin/oxlint');
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [program, folder], { cwd: root }, (_, printed) => resolve(printed));
    });
    return [...output.matchAll(/interfaces\((\S+)\)/g)].map(([, rule]) => rule ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

it.each([
  ['an import of a file that the package does not export', `export { default } from 'pg/lib/utils.js';`],
  ['a member with an underscore', `export const all = (one: { _all: number }): number => one._all;`],
  ['such a member of a pattern', `export const all = ({ _all: all }: { _all: number }): number => all;`],
])('the lint reports %s', async (_, source) => {
  expect(await reported(source)).toEqual(['private-interface']);
});

it('the lint reports a member that the types hide', async () => {
  const source = 'export const inner = (one: object): number => (one as unknown as { inner: number }).inner;';
  expect(await reported(source)).toEqual(['hidden-member']);
});

it('two files at most use what a dependency does not document', () => {
  expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(2);
});
