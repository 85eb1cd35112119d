// Imports nothing that has to be installed: `npm test` asks before it installs.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether there is a program, by its name in PATH or by its path. */
export function hasProgram(name) {
  const paths = name.includes('/')
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.some((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export const hasKubectl = () => hasProgram('kubectl');

export const hasHelm = () => hasProgram('helm');

/** What backs PostgreSQL up and restores it, and a server to try it with. */
export const hasPostgresPrograms = () =>
  ['bash', 'tar', 'psql', 'pg_dump', 'pg_restore', 'pg_basebackup'].every(hasProgram);

/** Checks the rules of Prometheus; `PROMTOOL` names another one. */
export const hasPromtool = () => hasProgram(process.env.PROMTOOL ?? 'promtool');

/** Fires the alerts; `PROMETHEUS` names another one. */
export const hasPrometheus = () => hasProgram(process.env.PROMETHEUS ?? 'prometheus');

/** Whether containers can be run here: an engine that answers, and a client with compose. */
export const hasDockerEngine = () =>
  spawnSync('docker', ['compose', 'version']).status === 0 && spawnSync('docker', ['version']).status === 0;
