import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

it('docs/configuration.md matches the config classes (otherwise run: npm run configuration)', async () => {
  const print =
    "import('./scripts/configuration.mjs').then(({ document }) => process.stdout.write(document))";
  const env = { ...process.env, NODE_OPTIONS: '' };
  const generated = execFileSync(process.execPath, ['-e', print], { cwd: root, env }).toString();
  expect(await readFile(join(root, 'docs/configuration.md'), 'utf8')).toBe(generated);
});
