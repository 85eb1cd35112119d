// The processes of this machine, by their files in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Collects the lists that `look` returns for each process; it receives a reader of the process's files, and its pid.
 * Processes that end meanwhile, and those of other users, are skipped.
 */
export function ofProcesses(look) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return look((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'), pid);
    } catch {
      return [];
    }
  });
}
