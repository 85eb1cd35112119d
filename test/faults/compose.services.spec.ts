import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrateAll } from '@parley/standalone';
import { connected, eventually } from '@parley/testing';
import type pg from 'pg';
import { createdEnv, environmentOf } from '../setup/compose.mjs';
import {
  freePorts,
  newInstallation,
  SERVERS,
  startProcess,
  type Installation,
} from '../setup/services-process.mjs';

/** A service with the environment of its container; only the addresses of the servers are those of the test. */
let installation: Installation;
let env: Record<string, string>;
const role = (url: string) =>
  onDatabase<{ rolcanlogin: boolean; rolpassword: string | null }>(
    url,
    `select rolcanlogin, rolpassword from pg_authid where rolname = 'parley_contact'`,
  );

function at(url: string, server: string): string {
  const [own, target] = [new URL(url), new URL(server)];
  own.host = target.host;
  own.pathname = target.pathname;
  return own.toString();
}

async function onDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  await using client = await connected(url);
  return (await client.query<Row>(sql)).rows;
}

beforeAll(async () => {
  installation = await newInstallation({}, SERVERS, { isEmpty: true });
  env = createdEnv();
});
afterAll(() => installation.remove());

it('a service of docker compose waits for its schema, and logs in as its own role, with its own password', async () => {
  const { DATABASE_URL: owner = '', AMQP_URL: amqp = '', REDIS_URL: redis = '' } = installation.env;
  const migrations = environmentOf('migrate', env);
  const [contact] = (migrations['DATABASE_ROLE_PASSWORDS'] ?? '')
    .split(',')
    .filter((one) => one.startsWith('contact='));
  const given = environmentOf('contact', env);
  const own = at(given['DATABASE_URL'] ?? '', owner);
  const [port = 0] = await freePorts(1);
  const starting = startProcess('contact', {
    ...given,
    DATABASE_URL: own,
    AMQP_URL: amqp,
    REDIS_URL: redis,
    BUS_PREFIX: installation.env['BUS_PREFIX'] ?? '',
    RPC_HOST: '0.0.0.0',
    RPC_PORT: '0',
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: String(port),
  });
  const probes = ['live', 'ready'].map((path) => `http://127.0.0.1:${port}/healthz/${path}`);
  await eventually(async () => {
    const answers = await Promise.all(probes.map((url) => fetch(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  });

  const [before] = await role(owner);
  await migrateAll({
    ...migrations,
    DATABASE_URL: owner,
    DATABASE_ROLE_PASSWORDS: contact,
    AMQP_URL: amqp,
    BUS_PREFIX: installation.env['BUS_PREFIX'],
  });
  const [after] = await role(owner);
  expect(after?.rolcanlogin).toBe(true);
  // Servers that trust local connections would let it log in with any password.
  expect(after?.rolpassword).toMatch(/^SCRAM-SHA-256\$/);
  expect(after?.rolpassword).not.toBe(before?.rolpassword);
  const started = await starting;
  await started.end('SIGTERM');
  expect(await onDatabase(own, 'select current_user::text as role')).toEqual([{ role: 'parley_contact' }]);
  await expect(onDatabase(own, 'select 1 from ticket.ticket')).rejects.toThrow('permission denied');
});
