import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

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
  for (const group of ['libs', 'apps'])
    for (const folder of readdirSync(join(copy, group))) linkWorkspace(checkout, copy, join(group, folder));
}

function linkWorkspace(checkout, copy, folder) {
  const manifest = join(copy, folder, 'package.json');
  if (!existsSync(manifest)) return;
  const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
  symlinkSync(join(copy, folder), join(copy, 'node_modules', name));
  // npm puts some of what one package alone needs beside it.
  const [own, linked] = [join(checkout, folder, 'node_modules'), join(copy, folder, 'node_modules')];
  if (existsSync(own) && !existsSync(linked)) symlinkSync(own, linked);
}
