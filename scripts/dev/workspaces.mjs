// The packages of the repository. Only Node's own modules are imported: a fresh clone has no others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Their folders as paths from the root of a checkout, those that `workspaces` of its package.json names. */
export function workspaceFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const group = pattern.slice(0, -'/*'.length);
      return readdirSync(join(root, group))
        .sort()
        .map((name) => `${group}/${name}`);
    })
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}
