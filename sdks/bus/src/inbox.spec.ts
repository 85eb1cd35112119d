import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestDatabase } from '@parley/testing';
import pg from 'pg';
import { MemoryInbox, PostgresInbox } from './index.ts';

const { signal } = new AbortController();

describe('an inbox in PostgreSQL', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await TestDatabase.create();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('deletes its records after their time', async () => {
    const inbox = new PostgresInbox<pg.PoolClient>(pool, { table: 'aged_inbox' });
    await Promise.all([inbox.prepare(), inbox.prepare()]);
    await database.query(
      `insert into aged_inbox values ('x', 'old', now() - interval '8 days'), ('x', 'new', now())`,
    );
    await inbox.prune();
    expect(await database.query('select event_id from aged_inbox')).toEqual([{ event_id: 'new' }]);
  });

  it('refuses what is not the name of a table', () => {
    expect(() => new PostgresInbox(pool, { table: 'a; drop table b' })).toThrow('not the name of a table');
  });
});

describe('an inbox in memory', () => {
  it('remembers the newest events', async () => {
    const inbox = new MemoryInbox(2);
    const isNew = (id: string) => inbox.process('x', id, () => Promise.resolve(), signal);
    for (const id of ['a', 'b', 'c']) expect(await isNew(id)).toBe(true);
    expect([await isNew('c'), await isNew('b'), await isNew('a')]).toEqual([false, false, true]);
  });

  it('does not remember an event whose handler failed', async () => {
    const inbox = new MemoryInbox();
    await expect(inbox.process('x', 'a', () => Promise.reject(new Error('no')), signal)).rejects.toThrow(
      'no',
    );
    expect(await inbox.process('x', 'a', () => Promise.resolve(), signal)).toBe(true);
  });
});
