import { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import type { MigrationSource } from '@parley/kernel';
import { scramVerifier } from './scram.ts';
import { readMigrationFiles, splitStatements, type MigrationFile } from './migration-files.ts';

/** Any fixed number: all processes that migrate one database wait for each other on it. */
const MIGRATION_LOCK = 7_305_118_926_403n;

/** The tables of this library, which every schema has. */
const PERSISTENCE_MIGRATIONS: MigrationSource = {
  name: 'persistence',
  folder: new URL('./migrations/', import.meta.url),
};

/** What creates the schema of a service. */
export interface ServiceMigrations {
  readonly service: ServiceName;
  /** Those of the libraries that the service uses, then its own. */
  readonly migrations: readonly MigrationSource[];
}

/** A migration that has failed, was edited after it had been applied, or has yet to be applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The role that owns a service's schema and that its connections act as. */
export function roleOf(service: ServiceName): string {
  return `parley_${service}`;
}

/**
 * Brings schemas up to date. Each file is one transaction; those before one that fails stay applied.
 * @param passwords with which the roles of services may log in; a role without one stays as it is.
 * @returns what was applied, as `<schema>: <source>/<file>`
 */
export function migrate(
  url: string,
  services: readonly ServiceMigrations[],
  passwords: ReadonlyMap<ServiceName, string> = new Map(),
): Promise<string[]> {
  return underMigrationLock(url, async (client) => {
    const applied: string[] = [];
    for (const { service, migrations } of services) {
      await createSchema(client, service);
      await setPassword(client, service, passwords.get(service));
      for (const file of await pendingFiles(client, { service, migrations }, 'latest')) {
        await apply(client, service, file);
        applied.push(`${service}: ${file.name}`);
      }
    }
    return applied;
  });
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

/** Throws a MigrationError if the schema lacks something that this release needs; it may be of a newer release. */
export async function requireMigrated(url: string, service: ServiceMigrations): Promise<void> {
  const [first, ...others] = await connected(url, (client) => pendingFiles(client, service, 'any'));
  if (first === undefined) return;
  const files = others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
  throw new MigrationError(
    `The database schema "${service.service}" is not up to date: run "npm run db:migrate" (pending: ${files}).`,
  );
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

async function apply(client: Client, service: ServiceName, file: MigrationFile): Promise<void> {
  await client.query(
    `begin; set local role ${roleOf(service)}; set local search_path = ${service}; set local timezone = 'UTC'`,
  );
  try {
    for (const { text, line } of splitStatements(file.sql)) {
      await client.query(text).catch((error: unknown) => {
        const statement = text.split('\n', 1)[0];
        const reason = error instanceof Error ? error.message : String(error);
        const message = `Migration ${file.name} failed in schema "${service}" at line ${line}, "${statement}": ${reason}`;
        throw new MigrationError(message, { cause: error });
      });
    }
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    // Of a connection that is lost, nothing was committed.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Does work that one process at a time may do on a database; the others wait. The lock belongs to the connection, so a
 * crash releases it. A connection pooler in transaction mode would break that.
 */
export async function underMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return connected(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return work(client);
  });
}

/** Connects once, so that a start fails early with the reason. */
export async function checkDatabaseConnection(url: string): Promise<void> {
  await connected(url, () => Promise.resolve());
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // An idle connection that is lost makes the next statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
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
