#!/usr/bin/env node
// `npx parley <command>` in a clone. The package.json of the repository names this file as its bin, so that npx never
// looks for a package of that name in a registry.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../dist/main.js');
// Node 22.8 and later keep compiled code: a command then starts in three quarters of the time. The folder is not the
// temporary one, where other users could put code of theirs.
module.enableCompileCache?.(join(import.meta.dirname, '../../../node_modules/.cache/cli'));
if (!existsSync(main)) {
  const { prepare } = await import('../../../scripts/dev/prepare.mjs');
  await prepare();
}
await import(main);
