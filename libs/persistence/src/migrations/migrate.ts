import { DataSource, type MigrationInterface } from 'typeorm';
import type { ServiceName } from '@parley/contracts';
import type { MigrationSource } from '@parley/runtime/context';
import { connected, lockMigrations, type Query } from './migration-connection.ts';
import { MigrationError, readMigrationFiles, recordedFile, type MigrationFile } from './migration-files.ts';
import { DEFAULT_LIMITS, MigrationRun, type MigrationLimits } from './migration-run.ts';
import { createSchema, loginUrl, roleOf, setPassword, writeSettings } from '../client/service-login.ts';
import { isAccessRefused, pgError } from '../errors.ts';

const PERSISTENCE_MIGRATIONS: MigrationSource = {
  name: 'persistence',
  folder: new URL('./', import.meta.url),
};

const RECORDS = 'schema_migration';
const WRONG_PASSWORD = '28P01';

export interface ServiceMigrations {
  readonly service: ServiceName;
  /** Those of the libraries that the service uses, then its own. */
  readonly migrations: readonly MigrationSource[];
}

export interface MigrateOptions {
  /** Passwords with which the roles of services may log in; a role without one stays as it is. */
  readonly passwords?: ReadonlyMap<ServiceName, string>;
  /** Longest time of a statement of a service that logs in as its role, in milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly limits?: MigrationLimits;
  readonly onApplied?: (name: string) => void;
  readonly onWait?: (line: string) => void;
}

/** Brings schemas up to date, and returns what was applied. Files before one that fails stay, and other schemas are completed. */
export async function migrate(
  url: string,
  services: readonly ServiceMigrations[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const outcomes = await Promise.allSettled(services.map((one) => migrateService(url, one, options)));
  const failures = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason as unknown);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1)
    throw new MigrationError([...new Set(failures.map(messageOf))].join('\n'), { cause: failures[0] });
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').flatMap(({ value }) => value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function migrateService(
  url: string,
  data: ServiceMigrations,
  { passwords, statementTimeoutMs = 10_000, limits = DEFAULT_LIMITS, ...on }: MigrateOptions,
): Promise<string[]> {
  const { service } = data;
  const onWait = (line: string) => on.onWait?.(`${service}: ${line}`);
  const applied: string[] = [];
  const onApplied = (name: string) => {
    applied.push(`${service}: ${name}`);
    on.onApplied?.(`${service}: ${name}`);
  };
  const password = passwords?.get(service);
  await connected(url, async (query) => {
    await lockMigrations(query, service, onWait);
    await createSchema(query, service);
    // The settings are written before anybody can log in: a pooler would keep a session without them.
    await writeSettings(query, service, statementTimeoutMs);
    await setPassword(query, service, password);
  });
  const run = new MigrationRun({ url, service, limits, onApplied, onWait });
  const source = sourceOf(
    // What the schema contains, a service that was taken over may have put there: its code must not get the rights of this user,
    // to which every function can go back from a `set role`.
    loginUrl(url, service, password),
    service,
    filesOf(data).map((file) => run.migrationOf(file)),
  );
  await source.initialize().catch((error: unknown) => {
    if (password === undefined || !isAccessRefused(error)) throw error;
    const message = `The role ${roleOf(service)} must be able to log in where migrations connect to: ${messageOf(error)}`;
    throw new MigrationError(message, { cause: error });
  });
  try {
    const query: Query = (...statement) => source.query(...statement);
    await lockMigrations(query, service, onWait);
    await query(
      `set role ${roleOf(service)}; set search_path = ${service}; set timezone = 'UTC'; set lock_timeout = 0;
       set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    );
    await pendingFiles(query, data, 'latest');
    await runAll(source, run);
  } finally {
    await source.destroy();
  }
  return applied;
}

/** Its pool has one connection, which is never idle for too long: the lock and the role are those of its session. */
function sourceOf(url: string, schema: ServiceName, migrations: (new () => MigrationInterface)[]) {
  return new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations,
    migrationsTableName: RECORDS,
    installExtensions: false,
    poolSize: 1,
    connectTimeoutMS: 5_000,
    // A connection that is lost makes the next statement fail.
    poolErrorHandler: () => undefined,
    // The others write to the console that a migration has failed.
    logger: 'debug',
    extra: { idleTimeoutMillis: 0, keepAlive: true },
  });
}

/** What was applied before a failure stays recorded, so the next try goes on from there. */
async function runAll(source: DataSource, run: MigrationRun): Promise<void> {
  for (;;) {
    try {
      await source.runMigrations({ transaction: 'each' });
      run.finish();
      return;
    } catch (error) {
      await run.pauseAfter(error);
    }
  }
}

const filesOf = ({ migrations }: ServiceMigrations): MigrationFile[] =>
  readMigrationFiles([PERSISTENCE_MIGRATIONS, ...migrations]);

/** What `migrate` would apply. Changes nothing. Reads each schema as the role of its service, if that can log in. */
export async function pendingMigrations(
  url: string,
  services: readonly ServiceMigrations[],
  passwords?: MigrateOptions['passwords'],
): Promise<string[]> {
  const logins = await connected(url, async (query) => {
    const rows = await query<{ name: string }>('select rolname as name from pg_roles where rolcanlogin');
    return new Set(rows.map(({ name }) => name));
  });
  const pending: string[] = [];
  for (const one of services) {
    const role = roleOf(one.service);
    const login = loginUrl(url, one.service, logins.has(role) ? passwords?.get(one.service) : undefined);
    try {
      const files = await connected(login, (query) => pendingFiles(query, one, 'latest'));
      pending.push(...files.map(({ name }) => `${one.service}: ${name}`));
    } catch (error) {
      // Not a refusal by pg_hba.conf, which no migration changes.
      if (login === url || pgError(error)?.code !== WRONG_PASSWORD) throw error;
      pending.push(`${one.service}: the password of ${role}`);
    }
  }
  return pending;
}

/** The files to apply. By `any`, a repeatable file that was applied once is not: its text may be that of a newer release. */
export async function pendingFiles(query: Query, data: ServiceMigrations, accepted: 'latest' | 'any') {
  const records = await readRecords(query, data.service);
  const applied = new Set(records.map((record) => recordedFile(record).name));
  return filesOf(data).filter(({ name, record, isRepeatable }) => {
    if (records.includes(record)) return false;
    if (!applied.has(name)) return true;
    if (isRepeatable) return accepted === 'latest';
    throw new MigrationError(
      `Migration ${name} was edited after it had been applied to schema "${data.service}": restore it and add a new one.`,
    );
  });
}

async function readRecords(query: Query, service: ServiceName): Promise<string[]> {
  const table = `${service}.${RECORDS}`;
  const [found] = await query<{ table: string | null }>('select to_regclass($1) as table', [table]);
  if (found?.table == null) return [];
  return (await query<{ name: string }>(`select name from ${table}`)).map(({ name }) => name);
}
