import { parseArgs } from 'node:util';
import { migrateAll, pendingInAll } from './services.ts';

/** `npm run db:migrate [-- --check]`; exits with 1 if something failed or, with --check, is pending, and 2 for other arguments. */
async function run(check: boolean): Promise<number> {
  const say = (what: string) => (name: string) => console.log(`${what} ${name}`);
  const migrations = check
    ? await pendingInAll(process.env)
    : await migrateAll(process.env, { onApplied: say('applied'), onWait: say('waiting') });
  if (check) migrations.forEach(say('pending'));
  if (migrations.length === 0) console.log('All schemas are up to date.');
  return check && migrations.length > 0 ? 1 : 0;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
