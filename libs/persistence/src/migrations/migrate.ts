import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import { ServerVersionError, type MigrationSource } from '@parley/kernel';
import { DEFAULT_LIMITS, MigrationRun, type MigrationLimits } from './apply-migration.ts';
import { isAccessRefused } from '../client/errors.ts';
import { connected, underMigrationLock } from './migration-connection.ts';
import { MigrationError, readMigrationFiles, type MigrationFile } from './migration-files.ts';
import { scramVerifier } from './scram.ts';
import { hasOwnLogin, roleOf, whyWithoutSettings, writeSettings } from './service-login.ts';

/** The tables of this library, which every schema has. */
const PERSISTENCE_MIGRATIONS: MigrationSource = {
  name: 'persistence',
  folder: new URL('./', import.meta.url),
};

/** How often a process that waits for its schema looks at it. */
const SCHEMA_POLL_MS = 500;

/** What creates the schema of a service. */
export interface ServiceMigrations {
  readonly service: ServiceName;
  /** Those of the libraries that the service uses, then its own. */
  readonly migrations: readonly MigrationSource[];
}

export interface MigrateOptions {
  /** With which the roles of services may log in; a role without one stays as it is. */
  readonly passwords?: ReadonlyMap<ServiceName, string>;
  /** Longest time of a statement of a service that logs in as its role, in milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly limits?: MigrationLimits;
  /** Gets what was applied, as `<schema>: <source>/<file>`. */
  readonly onApplied?: (name: string) => void;
  /** Gets a line when a migration has to wait. */
  readonly onWait?: (line: string) => void;
}

/**
 * Brings schemas up to date, each over a connection of its own. Files that precede one that fails stay applied, and the
 * other schemas are completed.
 * @returns what was applied.
 */
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

function migrateService(
  url: string,
  { service, migrations }: ServiceMigrations,
  {
    passwords,
    statementTimeoutMs = 10_000,
    limits = DEFAULT_LIMITS,
    onApplied,
    onWait: tell,
  }: MigrateOptions,
): Promise<string[]> {
  const onWait = (line: string) => tell?.(`${service}: ${line}`);
  const work = async (client: Client) => {
    await createSchema(client, service);
    // Before anybody can log in: a pooler would keep a session without them.
    await writeSettings(client, service, statementTimeoutMs);
    await setPassword(client, service, passwords?.get(service));
    const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = backend.rows[0]?.pid ?? 0;
    await client.query(`set role ${roleOf(service)}; set search_path = ${service}; set timezone = 'UTC'`);
    const run = new MigrationRun(client, { url, pid, service, limits, onWait });
    const applied: string[] = [];
    for (const file of await pendingFiles(client, { service, migrations }, 'latest')) {
      await run.apply(file);
      applied.push(`${service}: ${file.name}`);
      onApplied?.(`${service}: ${file.name}`);
    }
    return applied;
  };
  return underMigrationLock(url, service, work, onWait);
}

/** What `migrate` would apply. Changes nothing. */
export async function pendingMigrations(
  url: string,
  services: readonly ServiceMigrations[],
): Promise<string[]> {
  return connected(url, async (client) => {
    const pending: string[] = [];
    for (const one of services)
      for (const { name } of await pendingFiles(client, one, 'latest'))
        pending.push(`${one.service}: ${name}`);
    return pending;
  });
}

/**
 * Waits until the schema has what this release needs; it may be of a newer release. A database that cannot be reached,
 * and a role that does not exist yet, are waited for too. Throws a MigrationError if waiting cannot help.
 * @param onWait gets the reason, at each look, and the names of all pending migrations.
 * @param least the oldest version of PostgreSQL that is used; that of the release by default.
 */
export async function untilMigrated(
  url: string,
  service: ServiceMigrations,
  onWait: (reason: string, pending: readonly string[]) => void,
  least?: string,
): Promise<void> {
  for (;;) {
    const waiting = await whyNotMigrated(url, service, least);
    if (waiting === undefined) return;
    onWait(waiting.reason, waiting.pending);
    await delay(SCHEMA_POLL_MS);
  }
}

async function whyNotMigrated(
  url: string,
  service: ServiceMigrations,
  least: string | undefined,
): Promise<{ reason: string; pending: readonly string[] } | undefined> {
  try {
    return await connected(
      url,
      async (client) => {
        const pending = (await pendingFiles(client, service, 'any')).map(({ name }) => name);
        const [first, ...others] = pending;
        if (first === undefined) {
          if (!hasOwnLogin(url, service.service)) return undefined;
          const reason = await whyWithoutSettings(client, service.service);
          return reason === undefined ? undefined : { reason, pending };
        }
        const files = others.length === 0 ? first : `${first} and ${others.length} more`;
        const reason = `The database schema "${service.service}" is not up to date: run "npm run db:migrate" (pending: ${files})`;
        return { reason, pending };
      },
      least,
    );
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    if (error instanceof ServerVersionError)
      throw new Error(`DATABASE_URL: ${error.message}`, { cause: error });
    if (isAccessRefused(error))
      throw new Error(`DATABASE_URL: the database refuses the connection: ${messageOf(error)}`, {
        cause: error,
      });
    const reason = `The database schema "${service.service}" cannot be read: ${messageOf(error)}`;
    return { reason, pending: [] };
  }
}

/**
 * The files to apply. By `any`, a repeatable file that was applied once is not: the text that replaced it since may be
 * that of a newer release, whose migrations run before its processes replace those of the old one.
 */
async function pendingFiles(
  client: Client,
  { service, migrations }: ServiceMigrations,
  accepted: 'latest' | 'any',
): Promise<MigrationFile[]> {
  const history = await readHistory(client, service);
  return readMigrationFiles([PERSISTENCE_MIGRATIONS, ...migrations]).filter((file) => {
    const checksums = history.filter(({ name }) => name === file.name).map(({ checksum }) => checksum);
    const current = accepted === 'any' ? checksums : checksums.slice(-1);
    if (current.includes(file.checksum)) return false;
    if (file.isRepeatable || checksums.length === 0) return true;
    throw new MigrationError(
      `Migration ${file.name} was edited after it had been applied to schema "${service}": restore it and add a new one.`,
    );
  });
}

type AppliedMigration = Pick<MigrationFile, 'name' | 'checksum'>;

async function readHistory(client: Client, service: ServiceName): Promise<AppliedMigration[]> {
  const table = `${service}.schema_migration`;
  const found = await client.query<{ table: string | null }>('select to_regclass($1) as table', [table]);
  if (found.rows[0]?.table == null) return [];
  return (await client.query<AppliedMigration>(`select name, checksum from ${table} order by id`)).rows;
}

/** Creates role and schema, as a user who may create both. */
export async function createSchema(client: Client, service: ServiceName): Promise<void> {
  const role = roleOf(service);
  const { rows } = await client.query<{ role: boolean; schema: boolean; member: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_namespace where nspname = $2) as schema,
            coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1), false) as member`,
    [role, service],
  );
  const found = rows[0];
  if (found?.role !== true) await changeRoles(client, `create role ${role} nologin`);
  if (found?.member !== true) await changeRoles(client, `grant ${role} to current_user`);
  if (found?.schema !== true) await client.query(`create schema ${service} authorization ${role}`);
}

/** Sent as the client computes it, so that neither the log nor the statistics of the server contain the password. */
async function setPassword(
  client: Client,
  service: ServiceName,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return;
  const verifier = client.escapeLiteral(scramVerifier(password));
  await changeRoles(client, `alter role ${roleOf(service)} login password ${verifier}`);
}

/**
 * Roles belong to the whole cluster: another of its databases may be migrated at this moment, under a lock of its own. The
 * change is made then: duplicate_object, unique_violation, or "tuple concurrently updated".
 */
async function changeRoles(client: Client, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== '42710' && code !== '23505' && code !== 'XX000') throw error;
  });
}
