import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './startup-error.ts';

const onLinux = process.platform === 'linux';

/** Whether the id belongs to any process, including zombies and those of other users. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether the process is running. A zombie is not: in a container it may never be reaped. */
export function isRunning(pid: number): boolean {
  if (!isTaken(pid)) return false;
  const state = onLinux ? statFields(pid)?.[0] : ps('stat', pid)?.[0];
  return state !== 'Z' && state !== 'X';
}

/** The start time of the process, as an opaque text that distinguishes it from another one with the same id. */
export function startTime(pid: number): string | undefined {
  // Field 22 of /proc/<pid>/stat; here the first field is the third, the state.
  return onLinux ? statFields(pid)?.[22 - 3] : ps('lstart', pid);
}

/** The command line of a process with blanks between its arguments; empty for a zombie, undefined if unknown. */
export function commandLine(pid: number): string | undefined {
  if (!onLinux) return ps('command', pid);
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ').trim();
}

/** Ids of the processes with this working folder, as far as this user may read it (Linux; none elsewhere). */
export function processesIn(folder: string): number[] {
  if (!onLinux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === folder);
}

/** The working folder of a process, if this user may read it (Linux). */
export function workingFolder(pid: number): string | undefined {
  return ifPossible(() => readlinkSync(`/proc/${pid}/cwd`));
}

/** Sends a signal; does nothing if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Polls a condition until it holds; false if it does not within `ms`. */
export async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** The fields of /proc/<pid>/stat after the command name, which may contain blanks and parentheses. */
function statFields(pid: number): string[] | undefined {
  const stat = readProc(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const readProc = (pid: number, file: string) =>
  ifPossible(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'));

function ps(column: string, pid: number): string | undefined {
  const args = ['-ww', '-o', `${column}=`, '-p', String(pid)];
  return ifPossible(
    () =>
      execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined,
  );
}

function ifPossible<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
