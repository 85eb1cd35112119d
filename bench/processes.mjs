// The processes of this machine, by their files in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** The process names of the servers. */
const SERVERS = { postgres: 'PostgreSQL', 'beam.smp': 'RabbitMQ', 'redis-server': 'Redis' };
/** `USER_HZ` of Linux. */
const TICKS_PER_SECOND = 100;

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

/**
 * CPU time that processes have used since they began, in milliseconds, by name: the servers of this machine, all of whose work is
 * counted, and the processes that `nameOf` names. It gets a pid, that of its parent, and the command line.
 */
export function cpuTimes(nameOf = () => undefined) {
  const sums = new Map();
  const spent = ofProcesses((read, pid) => {
    const stat = read('stat');
    // proc(5): the second field is the name in parentheses, the fourth the parent; utime, stime, cutime and cstime are 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name =
      SERVERS[/\((.+)\)/.exec(stat)?.[1]] ??
      nameOf({ pid: Number(pid), parent: Number(fields[1]), command: read('cmdline').split('\0') });
    // This process counts with its children that have ended: it waits for them.
    const counted = Number(pid) === process.pid ? fields.slice(11, 15) : fields.slice(11, 13);
    const ticks = counted.reduce((sum, one) => sum + Number(one), 0);
    return name === undefined ? [] : [{ name, ms: (ticks * 1000) / TICKS_PER_SECOND }];
  });
  for (const { name, ms } of spent) sums.set(name, (sums.get(name) ?? 0) + ms);
  return sums;
}

/** What was used between two calls of {@link cpuTimes}, the most first. Processes that ended meanwhile are not counted. */
export function cpuBetween(before, after) {
  return [...after]
    .map(([name, ms]) => ({ name, ms: ms - (before.get(name) ?? 0) }))
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms);
}
