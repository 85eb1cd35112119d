import { constants } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartupError, errorCode } from './startup-error.ts';

/**
 * Ensures that the data folder exists and is writable; a new one is private (mode 0700). Parent folders are created
 * with the default mode, because the embedded server may have to traverse them as another user.
 * @returns its real path
 * @throws StartupError if it is not a folder, or cannot be created or written
 */
export async function openDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await mkdir(dirname(path), { recursive: true });
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    if (!(await stat(path)).isDirectory()) throw new StartupError(`The data folder ${path} is not a folder.`);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The data folder ${path} ${reasons[errorCode(error) ?? ''] ?? "can't be used"}.`, {
      cause: error,
    });
  }
}

const reasons: Record<string, string> = {
  EACCES: "can't be created or written by this user",
  EPERM: "can't be created or written by this user",
  EROFS: 'lies on a read-only disk',
  ENOSPC: "can't be created: the disk is full",
  ENOENT: "can't be created at this place",
  ENOTDIR: "can't be created: a part of its path is not a folder",
  EEXIST: "can't be created: a part of its path is not a folder",
};
