import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@parley/contracts';
import { eventually, TestDatabase } from '@parley/testing';
import { migrate, pendingMigrations, type ServiceMigrations } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
const databases: TestDatabase[] = [];
let database: TestDatabase;

function serviceOf(service: ServiceName): ServiceMigrations {
  mkdirSync(join(folder, service), { recursive: true });
  return { service, migrations: [{ name: 'shop', folder: pathToFileURL(join(folder, service, '/')) }] };
}
const ticket = serviceOf('ticket');
const contact = serviceOf('contact');
const write = (file: string, sql: string, { service } = ticket) =>
  writeFileSync(join(folder, service, file), sql);
const INIT =
  'create table item (id int primary key, price int); insert into item (id) select generate_series(1, 10);';
/** Time enough for another connection to see who holds the lock. */
const LIMITS = { lockTimeoutMs: 900, retryForMs: 60_000 };
const pending = async () => (await pendingMigrations(database.url, [ticket])).length;
const lockWaits = async () =>
  database.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

beforeEach(async () => {
  database = await TestDatabase.create();
  databases.push(database);
  for (const { service } of [ticket, contact])
    for (const file of readdirSync(join(folder, service))) rmSync(join(folder, service, file));
  write('0001-init.sql', INIT);
  write('0001-init.sql', INIT, contact);
  await migrate(database.url, [ticket, contact]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const one of databases) await one.drop();
});

/** Holds a lock that conflicts with every change of the table, and is held by a read. */
function whileRead<T>(work: () => Promise<T>, until: () => unknown = () => undefined): Promise<T> {
  return database.session(async (reader) => {
    await reader.query(`set application_name = 'reader'; begin; select count(*) from ticket.item`);
    const done = work();
    await Promise.race([eventually(until as () => Promise<boolean>), done]);
    await reader.query('commit');
    return done;
  });
}

describe('a migration that cannot get its lock', () => {
  it('lets the requests behind it pass, and is applied when it can be', async () => {
    write('0002-size.sql', 'alter table item add column size int;');
    const waits: string[] = [];
    // It may also tell that it waits.
    const attempts = () => waits.filter((line) => line.includes('cannot get a lock'));
    let passed = 0;
    const insert = async () => {
      await database.query(`insert into ticket.item (id) values (${1000 + passed})`);
      passed += 1;
    };
    const applied = await whileRead(
      () => migrate(database.url, [ticket], { limits: LIMITS, onWait: (line) => waits.push(line) }),
      async () => {
        // Each waits behind the migration once that waits, and the migration behind the reader.
        await insert();
        return attempts().length >= 2 && passed >= 3;
      },
    );
    expect(applied).toEqual(['ticket: shop/0002-size.sql']);
    expect(attempts()[0]).toMatch(
      /^ticket: shop\/0002-size\.sql cannot get a lock, which is held by pid \d+ \(reader, idle in transaction for \d+ s: ".*select count\(\*\) from ticket\.item"\); next try in 0\.9 s$/,
    );
    expect(attempts()[1]).toMatch(/next try in 1\.8 s$/);
  });

  it('fails in the end with the file and who holds the lock, having changed nothing', async () => {
    write('0002-size.sql', 'insert into item (id) values (99); alter table item add column size int;');
    const failed = whileRead(
      () => migrate(database.url, [ticket], { limits: { ...LIMITS, retryForMs: 0 } }),
      () => false,
    );
    await expect(failed).rejects.toThrow(
      /^Migration shop\/0002-size\.sql failed in schema "ticket": canceling statement due to lock timeout, which is held by pid \d+ \(reader, /,
    );
    expect(await database.query('select id from ticket.item where id = 99')).toEqual([]);
    expect(await pending()).toBe(1);
  });

  it('does not stop those of other services', async () => {
    write('0002-size.sql', 'alter table item add column size int;');
    write('0002-size.sql', 'alter table item add column size int;', contact);
    const applied: string[] = [];
    await whileRead(
      () =>
        migrate(database.url, [ticket, contact], { limits: LIMITS, onApplied: (name) => applied.push(name) }),
      () => applied.length === 1,
    );
    expect(applied).toEqual(['contact: shop/0002-size.sql', 'ticket: shop/0002-size.sql']);
  });
});

describe('an index that is created concurrently', () => {
  const FILE =
    '-- migration: outside-transaction\ncreate unique index concurrently item_price on item (price);';
  const validity = () =>
    database.query(
      `select indisvalid as valid from pg_index where indexrelid = 'ticket.item_price'::regclass`,
    );

  it('does not keep writers waiting, and is created again after an attempt that left it invalid', async () => {
    await database.query('update ticket.item set price = 1');
    write('0002-price.sql', FILE);
    await expect(migrate(database.url, [ticket])).rejects.toThrow('could not create unique index');
    expect(await validity()).toEqual([{ valid: false }]);
    expect(await pending()).toBe(1);
    await database.query('update ticket.item set price = id');
    const waits: string[] = [];
    await database.session(async (writer) => {
      await writer.query('begin; update ticket.item set price = 100 where id = 1');
      const applied = migrate(database.url, [ticket], { limits: LIMITS, onWait: (line) => waits.push(line) });
      await eventually(() => waits.length > 0);
      await database.query('update ticket.item set price = 200 where id = 2');
      await writer.query('commit');
      expect(await applied).toEqual(['ticket: shop/0002-price.sql']);
    });
    expect(waits).toEqual([expect.stringMatching(/^ticket: shop\/0002-price\.sql waits for pid \d+ /)]);
    expect([await validity(), await pending()]).toEqual([[{ valid: true }], 0]);
  });

  it('is left alone if the process was killed before it had recorded the migration', async () => {
    await database.query('create unique index item_price on ticket.item (price)');
    const [before] = await database.query(`select 'ticket.item_price'::regclass::oid as oid`);
    write('0002-price.sql', FILE);
    expect(await migrate(database.url, [ticket])).toEqual(['ticket: shop/0002-price.sql']);
    expect(await database.query(`select 'ticket.item_price'::regclass::oid as oid`)).toEqual([before]);
  });

  it('waits for no other job that waits for it', async () => {
    write('0002-price.sql', FILE);
    const second: { waits: string[]; applied?: Promise<string[]> } = { waits: [] };
    const first = await database.session(async (writer) => {
      await writer.query('begin; update ticket.item set price = 100 where id = 1');
      const applied = migrate(database.url, [ticket]);
      await eventually(async () => (await lockWaits()).length === 1);
      second.applied = migrate(database.url, [ticket], { onWait: (line) => second.waits.push(line) });
      await eventually(() => second.waits.length === 1);
      await writer.query('commit');
      return applied;
    });
    expect(first).toEqual(['ticket: shop/0002-price.sql']);
    expect(await second.applied).toEqual([]);
    expect(second.waits[0]).toMatch(/^ticket: waiting for another migration of this schema \(pid \d+\)$/);
  });
});

describe('a migration in batches', () => {
  const batch = (value: string) =>
    `-- migration: in-batches\nupdate item set price = ${value} where id in (select id from item where price is null order by id limit 3);`;

  it('repeats its statement, each time in a transaction, until it changes nothing', async () => {
    write('0002-price.sql', batch('txid_current()'));
    await migrate(database.url, [ticket]);
    expect(
      await database.query('select count(*)::int as n from ticket.item group by price order by 1'),
    ).toEqual([1, 3, 3, 3].map((n) => ({ n })));
    expect(await pending()).toBe(0);
  });

  it('continues where it was stopped', async () => {
    write('0002-price.sql', batch('txid_current()'));
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await database.session(async (writer) => {
      await writer.query('begin; select 1 from ticket.item where id = 5 for update');
      const killed = migrate(database.url, [ticket]).catch((error: unknown) => error);
      await eventually(async () => (await lockWaits()).length === 1);
      await database.query(kill);
      expect(await killed).toBeInstanceOf(Error);
      await writer.query('commit');
    });
    const done = () =>
      database.query('select id, price from ticket.item where price is not null order by id');
    const before = await done();
    expect(before).toHaveLength(3);
    await migrate(database.url, [ticket]);
    const after = await done();
    expect([after.length, after.slice(0, 3)]).toEqual([10, before]);
  });
});

it.each([
  ['0002-x.sql', '-- migration: batches\nselect 1;', '"batches" is none of outside-transaction, in-batches'],
  [
    '0002-x.sql',
    '-- migration: in-batches\nupdate item set price = 1; select 2;',
    'is one insert, update or delete',
  ],
  ['0002-x.sql', '-- migration: outside-transaction\n\nvacuum item;', 'outside a transaction runs one'],
  ['view.sql', '-- migration: in-batches\nupdate item set price = 1;', 'only a numbered file'],
])('a file %s of %j is refused', async (file, sql, error) => {
  write(file, sql);
  await expect(migrate(database.url, [ticket])).rejects.toThrow(error);
});
