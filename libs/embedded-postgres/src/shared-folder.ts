import { chmod, lstat, mkdir } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/** In order of preference. Systems may clean up /var/tmp, so it only serves where /var/lib is read-only. */
const candidates = ['/var/lib/parley', '/var/tmp/parley-root'];

/**
 * For root: the folder, passable for every user, that takes what the server's user could not reach elsewhere:
 * copies of the programs and the clusters of closed data folders. Created if it is missing.
 * @throws StartupError if there is no place for it
 */
export async function sharedFolder(): Promise<string> {
  for (const folder of candidates) {
    await mkdir(folder)
      .then(() => chmod(folder, 0o755)) // whatever the umask
      .catch(() => undefined);
    const found = await lstat(folder).catch(() => undefined);
    // In /var/tmp anyone could have put a folder with this name, and programs of theirs into it.
    if (found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and none of ${candidates.join(', ')} can be created for its user: start as another user.`,
  );
}
