import { parseArgs } from 'node:util';
import { migrateAll, pendingInAll } from './services.ts';

/** `npm run db:migrate [-- --check]`; exits with 1 if something failed or, with --check, is pending, and 2 for other arguments. */
async function run(check: boolean): Promise<number> {
  const migrations = check ? await pendingInAll(process.env) : await migrateAll(process.env);
  for (const name of migrations) console.log(`${check ? 'pending' : 'applied'} ${name}`);
  if (migrations.length === 0) console.log('All schemas are up to date.');
  return check && migrations.length > 0 ? 1 : 0;
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('\n');
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
