import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from './startup-error.ts';
import { commandLine, isTaken, processesIn, signal, until, workingFolder } from './processes.ts';

/**
 * Stops processes that a killed run left behind on a cluster: a server whose parent died, or the children of a dead
 * server. Adopting a running server would save half a second but would keep its old settings and clients. The caller
 * must hold the lock of the data folder; otherwise this could stop a server in use.
 * @throws StartupError if a server cannot be ended
 */
export async function endOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = await recordedPid(pidFile);
  if (pid !== undefined && isServerOf(cluster, pid)) {
    log(`stopping PostgreSQL (process ${pid}), left behind by an earlier run`);
    if (!(await shutDown(pid, () => isServerOf(cluster, pid))))
      throw new StartupError(
        `A PostgreSQL server left behind by an earlier run (process ${pid}) can't be stopped.`,
      );
  }
  // The server itself detects a postmaster.pid of a dead process as stale, and then checks that no child process is
  // left. It refuses to start only if the id now belongs to another process (or a zombie), or the file is empty.
  const left = await recordedPid(pidFile);
  if (left === undefined || isTaken(left)) await rm(pidFile, { force: true });
  await endAbandonedChildren(cluster);
}

/** Shuts a server down: fast first, then immediate. Returns false if it is still running. */
export async function shutDown(pid: number, isThere: () => boolean): Promise<boolean> {
  // Fast shutdown flushes up to shared_buffers, which takes well below the 45 s limit for the whole shutdown.
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 8_000],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [name, ms] of steps) {
    if (!isThere()) return true;
    signal(pid, name);
    if (await until(() => !isThere(), ms)) return true;
  }
  return false;
}

/** A child process notices the death of its server immediately, except during a long query. Recovery follows in any case. */
async function endAbandonedChildren(cluster: string): Promise<void> {
  const children = () => processesIn(cluster).filter((pid) => commandLine(pid)?.startsWith('postgres:'));
  for (const pid of children()) signal(pid, 'SIGKILL');
  await until(() => children().length === 0, 5_000);
}

/** Whether the process is a server on this cluster; process ids are reused. */
function isServerOf(cluster: string, pid: number): boolean {
  const command = commandLine(pid) ?? '';
  if (!/(^|\/)postgres -D /.test(command)) return false;
  // The working folder identifies the server even after the data folder was moved, but not every user may read it.
  return command.includes(` -D ${cluster} `) || workingFolder(pid) === cluster;
}

async function recordedPid(pidFile: string): Promise<number | undefined> {
  const [line = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(line);
  return pid > 0 ? pid : undefined;
}
