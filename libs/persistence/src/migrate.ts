import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@parley/contracts';

/** Any fixed number: all processes of this platform that migrate one database wait for each other on it. */
const MIGRATION_LOCK = 7_305_118_926_403n;

/** The role that owns a service's schema and that its connections act as. */
export function roleOf(service: ServiceName): string {
  return `parley_${service}`;
}

/**
 * Makes the role and the schema of a service if they are missing, then brings its tables up to date. Processes that
 * start together take turns by an advisory lock, on a connection of its own so that a crash releases it.
 */
export async function underMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates role and schema. Runs as the user of DATABASE_URL, who must be able to create both. */
export async function createSchema(client: Client, service: ServiceName): Promise<void> {
  const role = roleOf(service);
  const { rows } = await client.query<{ role: boolean; schema: boolean; member: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_namespace where nspname = $2) as schema,
            coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1), false) as member`,
    [role, service],
  );
  const found = rows[0];
  if (found?.role !== true) {
    // Roles belong to the whole cluster: another database of it may be migrating under a lock of its own.
    await client.query(`create role ${role} nologin`).catch((error: unknown) => {
      const code = (error as { code?: string }).code;
      if (code !== '42710' && code !== '23505') throw error;
    });
  }
  if (found?.member !== true) await client.query(`grant ${role} to current_user`);
  if (found?.schema !== true) await client.query(`create schema ${service} authorization ${role}`);
}

/** Runs what is pending, each migration in a transaction of its own. */
export async function runMigrations(source: DataSource): Promise<void> {
  await source.runMigrations({ transaction: 'each' });
}
