import type { Command } from 'commander';
import type { Env } from './operator/connection.ts';

/**
 * What to type instead, if npm kept options for itself: `npm run key:create --name CI` sets `npm_config_name` and passes on at most
 * `CI`. Options behind `--` reach the command. npm refuses `--workspace` before it starts any script, so that only npm can
 * report that one.
 */
export function optionsKeptByNpm(command: Command, env: Env): string | undefined {
  const name = command.name();
  if (env['npm_command'] !== 'run' || env['npm_lifecycle_event'] !== name) return undefined;
  const kept = command.options
    .map(({ long }) => long ?? '')
    .filter((flag) => isSet(env, flag.slice(2)) || isSet(env, flag.slice(2).replaceAll('-', '_')));
  if (kept.length === 0) return undefined;
  return (
    `npm kept ${kept.join(', ')} for itself: put -- before the options (npm run -s ${name} -- …), ` +
    `or run: npx parley ${name} …`
  );
}

const isSet = (env: Env, setting: string) => (env[`npm_config_${setting}`] ?? '') !== '';
