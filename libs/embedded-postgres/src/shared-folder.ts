import { chmod, lstat, mkdir } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/** Folders in order of preference. Systems may clean up /var/tmp, so it only serves where /var/lib is read-only. */
const candidates = ['/var/lib/parley', '/var/tmp/parley-root'];

/**
 * The folder of root, accessible to every user, for files that the server's user could not access elsewhere: copies
 * of the programs, and the clusters of inaccessible data folders. Created if it is missing.
 * @throws StartupError if it cannot be created
 */
export async function sharedFolder(): Promise<string> {
  for (const folder of candidates) {
    await mkdir(folder)
      .then(() => chmod(folder, 0o755)) // regardless of the umask
      .catch(() => undefined);
    const found = await lstat(folder).catch(() => undefined);
    // Any user could have created a folder with this name and put programs into it.
    if (found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and none of ${candidates.join(', ')} can be created for its user: start as another user.`,
  );
}
