import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDataDir } from './data-dir.ts';
import { isRunning, startTime } from './processes.ts';
import { StartupError, errorCode } from './startup-error.ts';

const lockFile = 'parley.lock';

/** Time for which a lock file without content is considered to be in the process of being written. */
const writingMs = 2_000;

/**
 * An exclusive lock on a data folder. It is a file with the holder's pid and start time, so that a lock becomes stale
 * when its process ends, even if the process id is reused. It does not protect against processes that cannot see each
 * other's ids (two containers on one volume).
 */
export class DataDirLock {
  private constructor(
    private readonly path: string,
    private readonly content: string,
  ) {}

  /**
   * Takes the lock of a data folder, and creates the folder (mode 0700) if it is missing. The lock of a process
   * that has died is taken over.
   * @throws StartupError if another process holds it, or the folder cannot be used
   */
  static async acquire(dataDir: string): Promise<DataDirLock> {
    const path = join(await openDataDir(dataDir), lockFile);
    const content = `${process.pid} ${startTime(process.pid) ?? ''}\n`;
    for (;;) {
      if (create(path, content)) return new DataDirLock(path, content);
      const found = read(path);
      if (found === undefined) continue;
      if (found === '' && isFresh(path)) {
        await delay(20);
        continue;
      }
      const holder = liveHolder(found);
      if (holder !== undefined) {
        throw new StartupError(`The data folder ${dataDir} is already in use by process ${holder}.`);
      }
      discard(path, found);
    }
  }

  /** Releases the lock. Safe to call twice, and in an `exit` handler. */
  release(): void {
    if (read(this.path) === this.content) rmSync(this.path, { force: true });
  }
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw unusable(path, 'written', error);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unusable(path, 'read', error);
  }
}

const unusable = (path: string, done: 'read' | 'written', cause: unknown) =>
  new StartupError(`The data folder's lock ${path} can't be ${done} (${errorCode(cause)}).`, { cause });

function isFresh(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - modified < writingMs;
}

/** The pid in the content of a lock, if that process is still running. */
function liveHolder(content: string): number | undefined {
  const [, pid, started] = /^(\d+) (.*)\n$/.exec(content) ?? [];
  if (pid === undefined || !isRunning(Number(pid))) return undefined;
  const now = startTime(Number(pid));
  // If the start time cannot be read (hidden /proc), assume that the holder is running rather than run twice.
  return now === undefined || started === '' || started === now ? Number(pid) : undefined;
}

/**
 * Removes a stale lock. Two processes may try this with the same lock: only one rename succeeds, and a process that
 * renames the new lock of the other one restores it (a third process could acquire the lock only in that instant).
 */
function discard(path: string, stale: string): void {
  const caught = `${path}.${randomUUID()}`;
  try {
    renameSync(path, caught);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (read(caught) !== stale)
    try {
      linkSync(caught, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') renameSync(caught, path); // a file system without hard links
    }
  rmSync(caught, { force: true });
}
