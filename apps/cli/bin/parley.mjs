#!/usr/bin/env node
// `npx parley <command>` in a clone. The package.json of the repository names this file as its bin, so that npx never
// looks for a package of that name in a registry.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../dist/main.js');
if (!existsSync(main)) {
  const { prepare } = await import('../../../scripts/prepare.mjs');
  await prepare();
}
await import(main);
