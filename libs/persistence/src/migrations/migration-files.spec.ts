import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MigrationSource } from '@parley/runtime/context';
import { TestDatabase } from '@parley/testing';
import { migrate, pendingMigrations, type ServiceMigrations } from './migrate.ts';
import { readMigrationFiles } from './migration-files.ts';
import { untilMigrated } from './wait-for-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
const service: ServiceMigrations = {
  service: 'ticket',
  migrations: [{ name: 'shop', folder: pathToFileURL(`${folder}/`) }],
};
const write = (file: string, sql: string) => writeFileSync(join(folder, file), sql);
const databases: TestDatabase[] = [];
let database: TestDatabase;

beforeEach(async () => {
  database = await TestDatabase.create();
  databases.push(database);
  write('0001-init.sql', `create table item (id int primary key); insert into item values (1);`);
  write('price.sql', `create or replace function price() returns int language sql as $$ select 1; $$;`);
  rmSync(join(folder, '0002-more.sql'), { force: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const one of databases) await one.drop();
});

const isOwn = (name: string) => !name.startsWith('ticket: persistence/');
const apply = async () => (await migrate(database.url, [service])).filter(isOwn);
const pending = async () => (await pendingMigrations(database.url, [service])).filter(isOwn);
/** Throws the reason for which a service waits. */
const isMigrated = () =>
  untilMigrated(database.url, service, (reason) => {
    throw new Error(reason);
  });
const price = async () => (await database.query<{ price: number }>('select ticket.price()'))[0]?.price;

describe('migrations', () => {
  it('are applied once, the repeatable ones last, and none is pending afterwards', async () => {
    expect(await pending()).toEqual(['ticket: shop/0001-init.sql', 'ticket: shop/price.sql']);
    expect(await database.query(`select 1 from pg_namespace where nspname = 'ticket'`)).toEqual([]);
    expect(await apply()).toEqual(['ticket: shop/0001-init.sql', 'ticket: shop/price.sql']);
    expect([await apply(), await pending()]).toEqual([[], []]);
    await isMigrated();
  });

  it('may name the tables and columns of the service by placeholders', () => {
    const sql = `select concat_ws(' ', {{old.columns}}) from {{record}}, (select {{columns}} from {{record}}) old limit 1`;
    const files = (names: MigrationSource['names']) => [
      { name: 'shop', folder: pathToFileURL(`${folder}/`), ...(names && { names }) },
    ];
    write('price.sql', `create or replace function price() returns text language sql as $$ ${sql} $$;`);
    const wrong: MigrationSource['names'][] = [
      {},
      { record: 'item' },
      { record: 'item', columns: ['id; drop'] },
    ];
    for (const names of wrong) expect(() => readMigrationFiles(files(names))).toThrow('stands for no names');
    const migrations = files({ record: 'item', columns: ['id', 'id'] });
    expect(readMigrationFiles(migrations)[1]?.sql).toContain(
      `concat_ws(' ', old.id, old.id) from item, (select id, id from item) old`,
    );
  });

  it('that are repeatable are applied again if their text has changed, after new versioned ones', async () => {
    await apply();
    write(
      'price.sql',
      `create or replace function price() returns int language sql as $$ select max(id) from ticket.item $$;`,
    );
    write('0002-more.sql', 'insert into item values (7);');
    expect(await apply()).toEqual(['ticket: shop/0002-more.sql', 'ticket: shop/price.sql']);
    expect(await price()).toBe(7);
    expect(await apply()).toEqual([]);
  });

  it('that were edited after they had been applied cause an error that names them', async () => {
    await apply();
    write('0001-init.sql', 'create table item (id bigint primary key);');
    const error = 'Migration shop/0001-init.sql was edited after it had been applied to schema "ticket"';
    await expect(apply()).rejects.toThrow(error);
    await expect(pending()).rejects.toThrow(error);
    await expect(isMigrated()).rejects.toThrow(error);
  });

  it('that fail are rolled back completely, and report file and line', async () => {
    write('0002-more.sql', `-- More;\ninsert into item values (2);\n\ninsert into itm\n  values (1);`);
    await expect(apply()).rejects.toThrow(
      'Migration shop/0002-more.sql failed in schema "ticket" at line 4: relation "itm" does not exist',
    );
    expect(await database.query('select id from ticket.item')).toEqual([{ id: 1 }]);
    expect(await pending()).toEqual(['ticket: shop/0002-more.sql', 'ticket: shop/price.sql']);
    write('0002-more.sql', 'insert into item values (2);');
    expect(await apply()).toEqual(['ticket: shop/0002-more.sql', 'ticket: shop/price.sql']);
  });

  it('of a newer release do not prevent processes of the old one from starting', async () => {
    await apply();
    const old = `create or replace function price() returns int language sql as $$ select 1; $$;`;
    write('price.sql', old.replace('1', '2'));
    write('0002-more.sql', 'insert into item values (2);');
    await apply();
    write('price.sql', old);
    rmSync(join(folder, '0002-more.sql'));
    await isMigrated();
    // A deployment of the old release makes its function current again.
    expect(await apply()).toEqual(['ticket: shop/price.sql']);
    expect(await price()).toBe(1);
  });

  it('belong to the role of the service', async () => {
    await apply();
    const owner = `select tableowner from pg_tables where schemaname = 'ticket' and tablename = 'item'`;
    expect(await database.query(owner)).toEqual([{ tableowner: 'parley_ticket' }]);
  });
});
