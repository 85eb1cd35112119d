import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFolders } from '../../scripts/dev/workspaces.mjs';

/** Where npm records what it has installed. */
const RECORD = '.package-lock.json';

/**
 * Gives a copy of a checkout its packages without an installation: those from elsewhere are those of the checkout, and those of
 * the repository are those of the copy.
 */
export function linkPackages(checkout, copy) {
  const [from, to] = [join(checkout, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@parley'), { recursive: true });
  for (const name of readdirSync(from))
    if (name === RECORD || (name !== '@parley' && (name === '.bin' || !name.startsWith('.'))))
      symlinkSync(join(from, name), join(to, name));
  for (const folder of workspaceFolders(copy)) linkWorkspace(checkout, copy, folder);
}

function linkWorkspace(checkout, copy, folder) {
  const { name } = JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8'));
  symlinkSync(join(copy, folder), join(copy, 'node_modules', name));
  // npm puts some of what one package alone needs beside it.
  const [own, linked] = [join(checkout, folder, 'node_modules'), join(copy, folder, 'node_modules')];
  if (existsSync(own) && !existsSync(linked)) symlinkSync(own, linked);
}
