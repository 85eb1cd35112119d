import { execFileSync } from 'node:child_process';

/** The process of a service among the children of the supervisor. Throws while it has none. */
export function pidOf(name: string, supervisor: number): number {
  const children = execFileSync('pgrep', ['-P', String(supervisor), '-f', `apps/${name}/dist/main.js`]);
  return Number(children.toString().trim().split('\n')[0]);
}
