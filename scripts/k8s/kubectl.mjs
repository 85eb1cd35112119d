// Imports nothing that has to be installed: `npm test` asks before it installs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is a `kubectl`, which renders manifests. */
export function hasKubectl() {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'kubectl'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
