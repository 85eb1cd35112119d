import { parseArgs } from 'node:util';
import { RabbitConfig } from '@parley/events';
import { MigrationConfig } from '@parley/persistence';
import { withSecretFiles } from '@parley/runtime/config';
import { untilReached } from './servers.ts';
import { migrateWithProgress, pendingInAll } from './services.ts';

/** `npm run db:migrate [-- --check]`; exits with 1 if something failed or, with --check, is pending, and 2 for other arguments. */
async function run(check: boolean): Promise<number> {
  const say = (what: string) => (name: string) => console.log(`${what} ${name}`);
  // Lines would cut through a progress bar: on a terminal they follow it.
  const isTerminal = process.stderr.isTTY;
  const env = withSecretFiles([MigrationConfig, RabbitConfig], process.env);
  await untilReached(env, new MigrationConfig(env).DATABASE_MIGRATION_WAIT, say('waiting'));
  const migrations = check
    ? await pendingInAll(env)
    : await migrateWithProgress(env, say('waiting'), isTerminal ? undefined : say('applied'));
  if (check) migrations.forEach(say('pending'));
  else if (isTerminal) migrations.forEach(say('applied'));
  if (migrations.length === 0) console.log('All schemas are up to date.');
  return check && migrations.length > 0 ? 1 : 0;
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { code } = error as { code?: unknown };
  // An error of the system does not say what was tried.
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? `cannot migrate: ${message}` : message;
}

let check = false;
try {
  check = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values.check;
} catch (error) {
  console.error(describe(error));
  process.exit(2);
}
try {
  process.exitCode = await run(check);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
