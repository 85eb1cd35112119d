import type { ServiceName } from '@parley/contracts';
import type { Query } from './migration-connection.ts';
import { roleOf } from '../client/service-login.ts';

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
export async function setPassword(
  query: Query,
  service: ServiceName,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return;
  const remember = (value: string) => query(`select set_config('parley.password', $1, false)`, [value]);
  await remember(password);
  await changeRoles(query, SET_PASSWORD(roleOf(service)));
  await remember('');
}

/**
 * Roles belong to the cluster, whose other databases may make the change at this moment: duplicate_object,
 * unique_violation, or "tuple concurrently updated".
 */
async function changeRoles(query: Query, statement: string): Promise<void> {
  await query(statement).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== '42710' && code !== '23505' && code !== 'XX000') throw error;
  });
}
