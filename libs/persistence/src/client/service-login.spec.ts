import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, TestDatabase } from '@parley/testing';
import { migrate, pendingMigrations } from '../migrations/migrate.ts';
import { startNotes, type Notes } from '../notes.fixture.ts';
import { checkDatabaseConnection } from '../migrations/migration-connection.ts';
import { environmentOf, hasOwnLogin, loginUrl, sessionSettings } from './service-login.ts';
import { untilMigrated } from '../migrations/wait-for-schema.ts';

const PASSWORD = 'own-password-of-the-role';
const data = { service: 'file', migrations: [] } as const;
const passwords = new Map([['file', PASSWORD] as const]);
const started: Notes[] = [];

const database = await TestDatabase.create();
// Migrates as the owner of the database.
started.push(await startNotes(database, { service: 'file' }));
await migrate(database.url, [data], { passwords });
const ownUrl =
  environmentOf('file', { DATABASE_URL: database.url, DATABASE_ROLE_PASSWORDS: `file=${PASSWORD}` })[
    'DATABASE_URL'
  ] ?? '';
const others = new Map([['file', 'another-password-of-it'] as const]);
/** A server of tests may trust everybody. */
const verifiesPasswords = await checkDatabaseConnection(
  loginUrl(database.url, 'file', others.get('file')),
).then(
  () => false,
  () => true,
);
afterAll(async () => {
  for (const { app } of started) await app.close();
  await database.query('alter role parley_file nologin password null');
  await database.drop();
});

const settingsOf = ({ db }: Notes) =>
  db.raw<{ name: string; setting: string }>(
    'test.settings',
    `select name, setting from pg_settings where name = any($1) union all select 'user', current_user`,
    [Object.keys(sessionSettings('file', 0))],
  );

describe('a service that logs in as its own role', () => {
  it('has the settings that another user gets by start-up options', async () => {
    expect(hasOwnLogin(ownUrl, 'file')).toBe(true);
    const own = await startNotes(database, { service: 'file', env: { DATABASE_URL: ownUrl } });
    started.push(own);
    const settings = await settingsOf(own);
    expect(settings).toEqual(await settingsOf(started[0] as Notes));
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      ...sessionSettings('file', 10_000),
      user: 'parley_file',
    });
    expect(await own.db.raw('test.login', `select session_user::text as login`, [])).toEqual([
      { login: 'parley_file' },
    ]);
    // Nothing that a pooler in transaction mode would refuse.
    const [client] = await own.db.raw<{ options: number }>(
      'test.sources',
      `select count(*)::int as options from pg_settings where source = 'client' and name = any($1)`,
      [Object.keys(sessionSettings('file', 0))],
    );
    expect(client?.options).toBe(0);
  });

  it('waits while PostgreSQL refuses its role, as before the first migrations', async () => {
    await database.query('alter role parley_file nologin');
    const waits: string[] = [];
    const ready = untilMigrated(ownUrl, data, (reason) => waits.push(reason));
    await eventually(() => waits.length > 1);
    expect(waits[0]).toMatch(
      /^PostgreSQL refuses the role parley_file, whose password "npm run db:migrate" sets: /,
    );
    await migrate(database.url, [data], { passwords });
    await ready;
  });

  it('waits until its role has the settings of its sessions', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`alter role parley_file in database ${name} reset all`);
    const waits: string[] = [];
    const ready = untilMigrated(ownUrl, data, (reason) => waits.push(reason));
    await eventually(() => waits.length > 0);
    await migrate(database.url, [data], { passwords });
    await ready;
    expect(new Set(waits)).toEqual(
      new Set(['The role parley_file has no settings in this database: run "npm run db:migrate"']),
    );
  });

  it('cannot have the migration job run its code as another user than its role', async () => {
    await database.query(`
      create table file.seen (name text);
      create function file.spy() returns boolean language plpgsql as $$ begin
        set role none; insert into file.seen values (current_user); return true;
      end $$;
      alter table file.seen owner to parley_file; alter function file.spy() owner to parley_file;
      alter table file.schema_migration rename to records;
      create view file.schema_migration as select * from file.records where file.spy();
      alter view file.schema_migration owner to parley_file`);
    try {
      await migrate(database.url, [data], { passwords });
      expect(await pendingMigrations(database.url, [data], passwords)).toEqual([]);
      const seen = await database.query<{ name: string }>('select distinct name from file.seen');
      expect(seen).toEqual([{ name: 'parley_file' }]);
    } finally {
      await database.query(`
        drop view file.schema_migration; alter table file.records rename to schema_migration;
        drop function file.spy(); drop table file.seen`);
    }
  });

  const itWithPasswords = verifiesPasswords ? it : it.skip;
  itWithPasswords('is pending while its role has another password than the one given', async () => {
    expect(await pendingMigrations(database.url, [data], others)).toEqual([
      'file: the password of parley_file',
    ]);
    expect(await pendingMigrations(database.url, [data])).toEqual([]);
  });

  it('gets its own login and nothing that only migrations need', () => {
    const env = {
      DATABASE_URL: 'postgres://owner:of-everything@db.example:6432/parley',
      DATABASE_MIGRATION_URL: 'postgres://owner:of-everything@db.example:5432/parley',
      DATABASE_ROLE_PASSWORDS: `file=${PASSWORD},ticket=another-password`,
    };
    const own = environmentOf('file', env);
    expect(own['DATABASE_URL']).toBe(`postgres://parley_file:${PASSWORD}@db.example:6432/parley`);
    expect(JSON.stringify(own)).not.toMatch(/of-everything|another/);
    expect(environmentOf('contact', env)['DATABASE_URL']).toBe(env.DATABASE_URL);
  });
});
