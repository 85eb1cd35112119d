// What docker compose gives to the containers of docker-compose.yml, as the Compose specification says.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import yaml from 'js-yaml';

const root = join(import.meta.dirname, '../..');

/** The variables of an env file that `node scripts/generate/env.mjs` writes. */
export function createdEnv() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-env-'));
  try {
    const path = join(folder, '.env');
    execFileSync(process.execPath, [join(root, 'scripts/generate/env.mjs'), path], { stdio: 'ignore' });
    const lines = readFileSync(path, 'utf8').split('\n');
    const pairs = lines.flatMap((line) => (/^[A-Z_]+=/.test(line) ? [line.split(/=(.*)/s).slice(0, 2)] : []));
    return Object.fromEntries(pairs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The services of docker-compose.yml, by name. */
export function composeServices() {
  return yaml.safeLoad(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).services;
}

/** The environment of a service for these variables. A key without a value is there only if the variable is. */
export function environmentOf(service, env) {
  const entries = Object.entries(composeServices()[service].environment);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (value !== null) return [[name, interpolate(value, env)]];
      return env[name] === undefined ? [] : [[name, env[name]]];
    }),
  );
}

/** The innermost variable of a nested one first. */
function interpolate(text, env) {
  const replaced = text.replaceAll(/\$\{([A-Z_]+)(?::([-?+])([^${}]*))?\}/g, (_, name, kind, rest) => {
    const value = env[name] ?? '';
    if (value === '' && kind === '?')
      throw new Error(`required variable ${name} is missing a value: ${rest}`);
    if (kind === '+') return value === '' ? '' : rest;
    return value === '' && kind === '-' ? rest : value;
  });
  return replaced === text ? text : interpolate(replaced, env);
}
