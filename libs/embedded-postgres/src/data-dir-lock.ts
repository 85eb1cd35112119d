import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDir } from './data-dir.ts';
import { isRunning, startTime } from './processes.ts';
import { StartupError, errorCode } from './startup-error.ts';

const lockFile = 'parley.lock';

/** A lock file without content is one that is just being written, but no longer than this. */
const writingMs = 2_000;

/**
 * The right to use a data folder: one process at a time has it. It is a file with the holder's pid and start
 * time, so that a lock survives neither its process nor the reuse of that process's id. Processes that do not
 * see each other's ids (two containers on one volume) are not kept apart.
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
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const holder = liveHolder(found);
      if (holder !== undefined) {
        throw new StartupError(`The data folder ${dataDir} is already in use by process ${holder}.`);
      }
      discard(path, found);
    }
  }

  /** Gives the folder free. Safe to call twice, and in an `exit` handler. */
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

function unusable(path: string, done: 'read' | 'written', cause: unknown): StartupError {
  return new StartupError(`The data folder's lock ${path} can't be ${done} (${errorCode(cause)}).`, {
    cause,
  });
}

function isFresh(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - modified < writingMs;
}

/** The pid in a lock's content, if that very process still runs. */
function liveHolder(content: string): number | undefined {
  const [, pid, started] = /^(\d+) (.*)\n$/.exec(content) ?? [];
  if (pid === undefined || !isRunning(Number(pid))) return undefined;
  const now = startTime(Number(pid));
  // A start time that cannot be read (hidden /proc) proves nothing: rather refuse than run twice.
  return now === undefined || started === '' || started === now ? Number(pid) : undefined;
}

/**
 * Removes a stale lock. Two processes may come here with the same one: a rename has a single winner, and who
 * thereby catches the winner's new lock puts it back (only a third process, in that very moment, could slip in).
 */
function discard(path: string, stale: string): void {
  const caught = `${path}.${randomUUID()}`;
  try {
    renameSync(path, caught);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (read(caught) !== stale) putBack(caught, path);
  rmSync(caught, { force: true });
}

function putBack(caught: string, path: string): void {
  try {
    linkSync(caught, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') renameSync(caught, path); // a file system without hard links
  }
}
