// The scripts of a clone that run the platform, as commands.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Option } from 'commander';

/** The same from `src` and from `dist`. */
export const ROOT = join(import.meta.dirname, '../../..');

export interface Script {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly file: string;
  readonly summary: string;
  readonly description?: string;
  /** An optional argument. */
  readonly argument?: readonly [name: string, description: string];
  readonly options?: readonly Option[];
  readonly example: string;
}

export const SCRIPTS: readonly Script[] = [
  {
    name: 'start',
    file: 'dev/start.mjs',
    summary: 'Start everything in one process, with an included database',
    description:
      'Installs and builds what is missing, serves the API on http://localhost:3000, and creates a demo workspace whose keys are in .data/credentials.json. Ctrl-C stops it; the data stays.',
    example: 'npx parley start',
  },
  {
    name: 'services',
    file: 'dev/services.mjs',
    summary: 'Start the gateway and each service as a process of its own',
    description:
      'Uses the PostgreSQL, RabbitMQ and Redis of DATABASE_URL, AMQP_URL and REDIS_URL, by default on localhost. Processes that exit are restarted. Ctrl-C stops all.',
    example: 'DATABASE_URL=postgres://postgres@db:5432/parley npx parley services',
  },
  {
    name: 'db:migrate',
    aliases: ['migrate'],
    file: 'dev/db-migrate.mjs',
    summary: 'Bring the schemas of all services up to date',
    description: 'Runs before the processes of a new release replace those of the old one.',
    options: [
      new Option('--check', 'List pending migrations and exit with code 1 if there are any; change nothing'),
    ],
    example: 'DATABASE_URL=postgres://postgres@db:5432/parley npx parley db:migrate --check',
  },
  {
    name: 'env:create',
    file: 'generate/env.mjs',
    summary: 'Write .env with random secrets, for docker compose up',
    argument: ['path', 'File to write, or to complete if it exists (default: .env)'],
    example: 'npx parley env:create',
  },
];

/** Runs a script in this process, so that it gets the signals itself, with the arguments that were given. */
export async function runScript({ file }: Script, args: readonly string[]): Promise<void> {
  const path = join(ROOT, 'scripts', file);
  process.argv.splice(1, process.argv.length - 1, path, ...args);
  await import(pathToFileURL(path).href);
}
