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
 * Does work that one process at a time may do on a database. Processes that start together take turns by an advisory
 * lock, on a connection of its own so that a crash releases it.
 */
export async function underMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // It idles while others do the work. Should it be lost then, they find out for themselves.
  client.on('error', () => undefined);
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
  if (found?.role !== true) await onRoles(client, `create role ${role} nologin`);
  if (found?.member !== true) await onRoles(client, `grant ${role} to current_user`);
  if (found?.schema !== true) await client.query(`create schema ${service} authorization ${role}`);
}

/**
 * Runs a statement on roles, which belong to the whole cluster: another database of it may be doing the same at this
 * moment, under a lock of its own. Then it is done: duplicate_object, unique_violation, or "tuple concurrently updated".
 */
async function onRoles(client: Client, statement: string): Promise<void> {
  await client.query(statement).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== '42710' && code !== '23505' && code !== 'XX000') throw error;
  });
}

/** Runs what is pending, each migration in a transaction of its own. */
export async function runMigrations(source: DataSource): Promise<void> {
  await source.runMigrations({ transaction: 'each' });
}
