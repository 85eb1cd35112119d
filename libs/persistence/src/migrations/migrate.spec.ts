import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ServiceName } from '@parley/contracts';
import { eventually, TestDatabase } from '@parley/testing';
import { migrate } from './migrate.ts';
import { roleOf } from '../client/service-login.ts';
import { recordedFile } from './migration-files.ts';
import { checkDatabaseConnection } from './migration-connection.ts';
import { startNotes, type Notes } from '../notes.fixture.ts';
import { systemStatement } from '../statements/statement.ts';
import { untilMigrated } from './wait-for-schema.ts';

const databases: TestDatabase[] = [];
const started: Notes[] = [];
const newDatabase = async (): Promise<TestDatabase> => {
  const database = await TestDatabase.create();
  databases.push(database);
  return database;
};
const start = async (database: TestDatabase, service: ServiceName): Promise<Notes> => {
  const notes = await startNotes(database, { service });
  started.push(notes);
  return notes;
};
afterAll(async () => {
  for (const { app } of started) await app.close();
  for (const database of databases) await database.drop();
});

describe('an empty database', () => {
  it('is migrated once if many processes start concurrently', async () => {
    const database = await newDatabase();
    const services = ['ticket', 'contact', 'ticket', 'contact', 'ticket'] as const;
    await Promise.all(services.map((service) => start(database, service)));
    for (const service of ['ticket', 'contact']) {
      const applied = await database.query<{ name: string }>(
        `select name from ${service}.schema_migration order by id`,
      );
      const names = applied.map(({ name }) => recordedFile(name).name);
      expect(names).toEqual([...new Set(names)]);
      const isRepeatable = (name: string) => !/\/\d/.test(name);
      expect(names).toEqual([...names.filter((name) => !isRepeatable(name)), ...names.filter(isRepeatable)]);
      for (const source of ['persistence', 'events', 'notes'])
        expect(names).toContain(`${source}/0001-init.sql`);
      expect(names.at(-1)).toBe('notes/counts.sql');
    }
  });

  it('on a server that is too old is refused with the version', async () => {
    const database = await newDatabase();
    await expect(checkDatabaseConnection(database.url, '1000')).rejects.toThrow(
      /^PostgreSQL \d[\d.]* is too old: 1000 or later is needed$/,
    );
    await start(database, 'ticket');
    const waits: string[] = [];
    const source = { service: 'ticket', migrations: [] } as const;
    const started = untilMigrated(database.url, source, (reason) => waits.push(reason), '1000');
    await expect(started).rejects.toThrow(
      /^DATABASE_URL: PostgreSQL \d[\d.]* is too old: 1000 or later is needed$/,
    );
    expect(waits).toEqual([]);
  });

  it('that is already migrated is not changed', async () => {
    const database = await newDatabase();
    await start(database, 'ticket');
    const tables = () => database.query(`select oid, relname from pg_class order by oid`);
    const before = await tables();
    await start(database, 'ticket');
    expect(await tables()).toEqual(before);
  });

  it('shares new roles with other databases of the cluster that are migrated concurrently', async () => {
    const several = await Promise.all(Array.from({ length: 4 }, newDatabase));
    for (let round = 0; round < 5; round += 1) {
      const service = `race_${randomBytes(4).toString('hex')}` as ServiceName;
      const create = (database: TestDatabase) => migrate(database.url, [{ service, migrations: [] }]);
      try {
        await Promise.all(several.map(create));
        for (const database of several) {
          const owner = `select nspowner::regrole::text as owner from pg_namespace where nspname = $1`;
          expect(await database.query(owner, [service])).toEqual([{ owner: roleOf(service) }]);
        }
      } finally {
        for (const database of several) await database.query(`drop schema if exists ${service} cascade`);
        await several[0]?.query(`drop role if exists ${roleOf(service)}`);
      }
    }
  });

  it('waits for the process that is migrating the same schema, and for no other', async () => {
    const database = await newDatabase();
    const waits: string[] = [];
    const ended: string[] = [];
    const run = async (service: ServiceName) => {
      await migrate(database.url, [{ service, migrations: [] }], { onWait: (line) => waits.push(line) });
      ended.push(service);
    };
    await database.session(async (other) => {
      await other.query(`select pg_advisory_lock(7304, hashtext('ticket'))`);
      const waiting = run('ticket');
      await eventually(() => waits.length > 0);
      await run('contact');
      expect(ended).toEqual(['contact']);
      await other.query('select pg_advisory_unlock_all()');
      await waiting;
    });
    expect(ended).toEqual(['contact', 'ticket']);
    expect(waits).toEqual([
      expect.stringMatching(/^ticket: waiting for another migration of this schema \(pid \d+\)$/),
    ]);
  });
});

it('a service that starts before the migration waits for the database and for its schema, and says so', async () => {
  const database = await newDatabase();
  const ready = new URL(database.url);
  const waits: string[] = [];
  const waitFor = (url: string) => untilMigrated(url, data, (reason) => waits.push(reason));
  const data = { service: 'ticket', migrations: [] } as const;
  const early = waitFor(database.url);
  await eventually(() => waits.length > 0);
  ready.pathname = `${ready.pathname}_new`;
  const earlier = waitFor(ready.toString());
  await eventually(() => waits.some((reason) => reason.includes('does not exist')));
  await migrate(database.url, [data]);
  await early;
  await database.query(`create database ${ready.pathname.slice(1)} template template1`);
  await migrate(ready.toString(), [data]);
  await earlier;
  await database.query(`drop database ${ready.pathname.slice(1)} with (force)`);
  // Each migration commits alone: what is pending may be looked at between two of them.
  expect(new Set(waits.map((reason) => reason.replace(/pending: .*\)/, 'pending)')))).toEqual(
    new Set([
      'The database schema "ticket" is not up to date: run "npm run db:migrate" (pending)',
      `The database schema "ticket" cannot be read: database "${ready.pathname.slice(1)}" does not exist`,
    ]),
  );
});

it('the password of a role is stored as a verifier, which another password changes, and lets the role log in', async () => {
  const database = await newDatabase();
  const service = `own_${randomBytes(4).toString('hex')}` as ServiceName;
  const stored = async () => {
    const passwords = new Map([[service, randomBytes(32).toString('base64url')]]);
    await migrate(database.url, [{ service, migrations: [] }], { passwords });
    const sql = 'select rolcanlogin, rolpassword from pg_authid where rolname = $1';
    return (await database.query<{ rolcanlogin: boolean; rolpassword: string }>(sql, [roleOf(service)]))[0];
  };
  try {
    const [first, second] = [await stored(), await stored()];
    for (const role of [first, second])
      expect(role).toEqual({
        rolcanlogin: true,
        rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$\d+:/),
      });
    expect(second?.rolpassword).not.toBe(first?.rolpassword);
  } finally {
    await database.query(`drop schema if exists ${service} cascade`);
    await database.query(`drop role if exists ${roleOf(service)}`);
  }
});

const database = await newDatabase();
const ticket = await start(database, 'ticket');
await start(database, 'contact');

describe('the role of a service', () => {
  it.each([
    ['read', 'select * from contact.note'],
    ['write', 'delete from contact.note'],
    ['see the shape of', 'select contact.note.id from contact.note limit 0'],
    ['add to', 'create table contact.extra (id uuid)'],
  ])('cannot %s the schema of another', async (_what, text) => {
    await expect(ticket.db.system(systemStatement('test.x', 'a test', text))).rejects.toMatchObject({
      code: '42501',
      message: 'permission denied for schema contact',
    });
  });

  it('resolves only its own tables without a schema name', async () => {
    const where = systemStatement<{ path: string; role: string }>(
      'test.y',
      'a test',
      `select current_setting('search_path') as path, current_user::text as role`,
    );
    expect(await ticket.db.system(where)).toEqual([{ path: 'ticket', role: 'parley_ticket' }]);
    await expect(
      ticket.db.system(systemStatement('test.z', 'a test', 'create table public.extra (id uuid)')),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot log in', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select rolcanlogin, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'parley_ticket'`,
    );
    await client.end();
    expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  });
});
