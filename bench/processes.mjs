// The processes of this machine, by their files in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * What `look` finds, a list of any length for each process: it is given what reads the process's files, and its pid. Left
 * out are those that end meanwhile, and those of others.
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
