import { execFileSync } from 'node:child_process';

/** The id of a process by its name. Throws if it does not run: a signal to a process 0 would reach the tests themselves. */
export function pidIn(running: ReadonlyMap<string, { pid: number }>, name: string): number {
  const { pid } = running.get(name) ?? {};
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
}

/** The process of a service among the children of the supervisor. Throws while it has none. */
export function pidOf(name: string, supervisor: number): number {
  const children = execFileSync('pgrep', ['-P', String(supervisor), '-f', `apps/${name}/dist/main.js`]);
  return Number(children.toString().trim().split('\n')[0]);
}
