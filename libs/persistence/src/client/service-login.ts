import pg from 'pg';
import type { ServiceName } from '@parley/contracts';
import type { Env } from '@parley/runtime/config';
import type { Query } from '../migrations/migration-connection.ts';
import { LOCK_TIMEOUT_MS, MigrationConfig } from '../persistence.config.ts';

const CONNECTION_CHECK_MS = 500;
/** A transaction of a process that has stopped holds back those who follow changes, and no work waits for so long in one. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/** The role that owns a service's schema and that its connections act as. */
export function roleOf(service: ServiceName): string {
  return `parley_${service}`;
}

/** Settings of every session of a service, as PostgreSQL stores them. */
export function sessionSettings(service: ServiceName, statementTimeoutMs: number): Record<string, string> {
  return {
    search_path: service,
    TimeZone: 'UTC',
    // Short statements gain nothing from JIT and parallel workers, and random reads cost little on a flash disk.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    // Cancels the statements of processes that died and of requests whose deadline has passed.
    client_connection_check_interval: String(CONNECTION_CHECK_MS),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  };
}

/** Whether a service logs in as its own role, which has the settings of its sessions. */
export function hasOwnLogin(url: string, service: ServiceName): boolean {
  return URL.canParse(url) && decodeURIComponent(new URL(url).username) === roleOf(service);
}

/** Start-up options that make another user act as the role of the service; a pooler in transaction mode refuses them. */
export function startupOptions(url: string, service: ServiceName, statementTimeoutMs: number): string {
  if (hasOwnLogin(url, service)) return '';
  const settings = { role: roleOf(service), ...sessionSettings(service, statementTimeoutMs) };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The address at which a service logs in as its role; without a password of the role, as the user of `url`. */
export function loginUrl(url: string, service: ServiceName, password: string | undefined): string {
  if (password === undefined) return url;
  const own = new URL(url);
  own.username = roleOf(service);
  own.password = password;
  return own.toString();
}

/** The environment of one service: it logs in as its own role if that has a password, and gets nothing for migrations. */
export function environmentOf(service: ServiceName, env: Env): Env {
  const { DATABASE_URL: url, DATABASE_ROLE_PASSWORDS: passwords } = new MigrationConfig(env);
  return {
    ...env,
    DATABASE_URL: loginUrl(url, service, passwords.get(service)),
    DATABASE_MIGRATION_URL: '',
    DATABASE_ROLE_PASSWORDS: '',
  };
}

/** Gives the role of a service the settings of its sessions in this database; they hold from its next login on. */
export async function writeSettings(query: Query, service: ServiceName, statementTimeoutMs: number) {
  const role = roleOf(service);
  const rows = await query<{ name: string; settings: string[] | null }>(
    `select datname as name, setconfig as settings from pg_database
       left join pg_db_role_setting on setdatabase = pg_database.oid and setrole = $1::regrole
      where datname = current_database()`,
    [role],
  );
  const [{ name, settings } = { name: '', settings: null }] = rows;
  const changes = Object.entries(sessionSettings(service, statementTimeoutMs))
    .filter(([setting, value]) => settings?.includes(`${setting}=${value}`) !== true)
    .map(
      ([setting, value]) =>
        `alter role ${role} in database ${pg.escapeIdentifier(name)} set ${setting} = ${pg.escapeLiteral(value)}`,
    );
  if (changes.length > 0) await query(changes.join('; '));
}

/** Whether a session of a service has the settings of its role; says what lacks. */
export async function whyWithoutSettings(query: Query, service: ServiceName): Promise<string | undefined> {
  const rows = await query<{ path: string }>(`select current_setting('search_path') as path`);
  if (rows[0]?.path === service) return undefined;
  return `The role ${roleOf(service)} has no settings in this database: run "npm run db:migrate"`;
}

/** Creates role and schema, as a user who may create both. */
export async function createSchema(query: Query, service: ServiceName): Promise<void> {
  const role = roleOf(service);
  const [found] = await query<{ role: boolean; schema: boolean; member: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_namespace where nspname = $2) as schema,
            coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1), false) as member`,
    [role, service],
  );
  if (found?.role !== true) await changeRoles(query, `create role ${role} nologin`);
  if (found?.member !== true) await changeRoles(query, `grant ${role} to current_user`);
  if (found?.schema !== true) await query(`create schema ${service} authorization ${role}`);
}

/** The context of an error would contain the statement, and with it the password. */
const SET_PASSWORD = (role: string) => `do $$ begin
  execute format('alter role ${role} login password %L', current_setting('parley.password'));
exception when others then
  raise exception using errcode = sqlstate, message = sqlerrm;
end $$`;

/** Lets the role of a service log in. The password is a parameter, so that no statistics or log of statements shows it. */
export async function setPassword(query: Query, service: ServiceName, password: string | undefined) {
  if (password === undefined) return;
  const remember = (value: string) => query(`select set_config('parley.password', $1, false)`, [value]);
  await remember(password);
  await changeRoles(query, SET_PASSWORD(roleOf(service)));
  await remember('');
}

/** Roles belong to the cluster: another database may make the change, seen as a duplicate or "tuple concurrently updated". */
async function changeRoles(query: Query, statement: string): Promise<void> {
  await query(statement).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== '42710' && code !== '23505' && code !== 'XX000') throw error;
  });
}
