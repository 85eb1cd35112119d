import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError, contactCreated, encodeId, invalidParameter, type Contact } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { eventually, gate, TestDatabase } from '@parley/testing';
import { allNotes, findNote, lockNote, NoteRow, requestOf, startNotes, tenantOf } from '../notes.fixture.ts';
import type { Database } from './database.ts';
import { systemStatement, tenantStatement } from '../statements/statement.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

const note = (change: Partial<NoteRow> = {}) => ({
  id: newUuid(),
  title: 'A',
  rank: 1,
  slug: null,
  ...change,
});

function contact(change: Partial<Contact> = {}): Contact {
  const now = new Date().toISOString();
  return {
    id: newId('contact'),
    email: 'dana@example.com',
    name: 'Dana',
    phone_e164: null,
    phone: null,
    external_id: null,
    company: null,
    custom_fields: {},
    created_at: now,
    updated_at: now,
    ...change,
  };
}

const outboxOf = (aggregate: string) =>
  database.query<{ type: string; envelope: Record<string, unknown> }>(
    'select type, envelope from ticket.outbox where aggregateid = $1 order by position',
    [aggregate],
  );

describe('a transaction', () => {
  it('commits its rows and its events together', async () => {
    const ctx = tenantOf();
    const about = contact();
    const row = await notes.db.transaction(ctx, async (tx) => {
      const inserted = await tx.insert(NoteRow, note());
      tx.emit(contactCreated, about);
      tx.emit(contactCreated, about, { name: 'Before' });
      return inserted;
    });
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([row]);
    const stored = await outboxOf(about.id);
    expect(stored.map(({ type }) => type)).toEqual(['contact.created', 'contact.created']);
    expect(stored[0]?.envelope).toMatchObject({ data: about, workspaceid: ctx.tenant.workspaceId });
    expect(stored[1]?.envelope['previous']).toBe('{"name":"Before"}');
  });

  it.each([
    ['an error of ours', invalidParameter('x', 'is wrong')],
    ['any other error', new TypeError('a bug')],
  ])('stores neither row nor event if its work throws %s, and rethrows it', async (_what, error) => {
    const ctx = tenantOf();
    const about = contact();
    const work = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note());
      tx.emit(contactCreated, about);
      throw error;
    });
    await expect(work).rejects.toBe(error);
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([]);
    expect(await outboxOf(about.id)).toEqual([]);
  });

  it('stores no row if its event cannot be stored', async () => {
    const ctx = tenantOf();
    const work = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note());
      tx.emit(contactCreated, contact({ name: 'jsonb holds no \u0000' }));
    });
    await expect(work).rejects.toThrow('unsupported Unicode escape sequence');
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([]);
  });

  it('fails if PostgreSQL turned the commit into a rollback after a failed statement', async () => {
    const ctx = tenantOf();
    const broken = systemStatement('test.broken', 'fails', 'select 1 / 0');
    const work = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note());
      await tx.system(broken).catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow('the transaction was rolled back');
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([]);
  });

  it('throws the original error of a statement that was not awaited', async () => {
    const ctx = tenantOf();
    const id = newUuid();
    const twice = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note({ id }));
      await tx.insert(NoteRow, note({ id }));
      await tx.query(allNotes);
    });
    await expect(twice).rejects.toMatchObject({ code: '23505' });
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([]);
  });

  it('is retried after a deadlock of writes that were not awaited', async () => {
    const ctx = tenantOf();
    const ids = [newUuid(), newUuid()] as const;
    const rows = await notes.db.transaction(ctx, async (tx) => [
      await tx.insert(NoteRow, note({ id: ids[0], rank: 0 })),
      await tx.insert(NoteRow, note({ id: ids[1], rank: 0 })),
    ]);
    const raise = (first: 0 | 1) =>
      notes.db.transaction(ctx, async (tx) => {
        for (const index of [first, 1 - first] as const) {
          const row = await tx.lock(lockNote, [ids[index as 0 | 1]]);
          if (row !== undefined) await tx.update(NoteRow, row, { rank: row.rank + 1 });
        }
        await tx.query(allNotes);
      });
    expect(rows).toHaveLength(2);
    await Promise.all([raise(0), raise(1), raise(0), raise(1)]);
    expect((await notes.db.read(ctx).query(allNotes)).map(({ rank }) => rank)).toEqual([4, 4]);
  });

  it('notifies after the commit, and not after a rollback', async () => {
    const ctx = tenantOf();
    const seen: unknown[] = [];
    const look = () => {
      seen.push(
        database.query<{ n: number }>('select count(*)::int as n from ticket.note where id = $1', [id]),
      );
    };
    const id = newUuid();
    await notes.db.transaction(ctx, async (tx) => {
      tx.afterCommit(look);
      await tx.insert(NoteRow, note({ id }));
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual([[{ n: 1 }]]);
    await notes.db
      .transaction(ctx, (tx) => {
        tx.afterCommit(look);
        return Promise.reject(new Error('no'));
      })
      .catch(() => undefined);
    expect(seen).toHaveLength(1);
  });

  it('continues without a savepoint that has failed', async () => {
    const ctx = tenantOf();
    const [kept, undone] = [contact(), contact()];
    const hints: string[] = [];
    const error: unknown = await notes.db.transaction(ctx, async (tx) => {
      await tx.savepoint(async () => {
        await tx.insert(NoteRow, note({ slug: 's' }));
        tx.emit(contactCreated, kept);
        tx.afterCommit(() => hints.push('kept'));
      });
      return tx
        .savepoint(async () => {
          tx.emit(contactCreated, undone);
          tx.afterCommit(() => hints.push('undone'));
          await tx.insert(NoteRow, note({ title: 'B' }));
          await tx.insert(NoteRow, note({ slug: 's' }), 'slug');
        })
        .catch((thrown: unknown) => thrown);
    });
    expect(error).toMatchObject({ code: 'duplicate_value', param: 'slug' });
    expect((await notes.db.read(ctx).query(allNotes)).map(({ title }) => title)).toEqual(['A']);
    expect([await outboxOf(kept.id), await outboxOf(undone.id)].map(({ length }) => length)).toEqual([1, 0]);
    expect(hints).toEqual(['kept']);
  });

  it('continues without a savepoint whose pipelined statement has failed', async () => {
    const ctx = tenantOf();
    await notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note({ slug: 's' }));
      for (const slug of ['s', 'other']) {
        const insert = async () => void (await tx.insert(NoteRow, note({ title: slug, slug })));
        await tx.savepoint(insert).catch(() => undefined);
      }
    });
    expect((await notes.db.read(ctx).query(allNotes)).map(({ slug }) => slug)).toEqual(['s', 'other']);
  });

  it('is retried from the beginning after a deadlock', async () => {
    const ctx = tenantOf();
    const ids = [newUuid(), newUuid()] as const;
    await notes.db.transaction(ctx, async (tx) => {
      for (const id of ids) await tx.insert(NoteRow, note({ id, rank: 0 }));
    });
    let runs = 0;
    let arrived = 0;
    const [both, bothArrived] = gate();
    const increment = (first: string, second: string) =>
      notes.db.transaction(ctx, async (tx) => {
        runs += 1;
        for (const id of [first, second]) {
          const row = (await tx.one(lockNote, [id])) as NoteRow;
          await tx.update(NoteRow, row, { rank: row.rank + 1 });
          // Each holds its first row before either asks for its second.
          arrived += 1;
          if (arrived === 2) bothArrived();
          await both;
        }
      });
    await Promise.all([increment(ids[0], ids[1]), increment(ids[1], ids[0])]);
    // Twice at first, and the one that PostgreSQL sends back at least once more.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect((await notes.db.read(ctx).query(allNotes)).map(({ rank }) => rank)).toEqual([2, 2]);
  });

  it('throws a 503 if every attempt fails with a conflict', async () => {
    const lost = systemStatement(
      'test.race',
      'fails',
      `do $$ begin raise exception 'lost' using errcode = '40001'; end $$`,
    );
    let runs = 0;
    const work = notes.db.transaction(tenantOf(), (tx) => {
      runs += 1;
      return tx.system(lost);
    });
    await expect(work).rejects.toMatchObject({ name: 'ApiError', code: 'service_unavailable' });
    expect(runs).toBe(4);
  });

  it('requires an outbox to emit events', async () => {
    const other = await TestDatabase.create();
    const bare = await startNotes(other, { events: false });
    try {
      const ctx = tenantOf();
      const work = bare.db.transaction(ctx, async (tx) => {
        await tx.insert(NoteRow, note());
        tx.emit(contactCreated, contact());
      });
      await expect(work).rejects.toThrow('needs EventsModule');
      expect(await bare.db.read(ctx).query(allNotes)).toEqual([]);
    } finally {
      await bare.app.close();
      await other.drop();
    }
  });
});

describe('a row', () => {
  it('starts at version 1, which increases by one with each change', async () => {
    const ctx = tenantOf();
    await notes.db.transaction(ctx, async (tx) => {
      const inserted = await tx.insert(NoteRow, note({ title: 'Before' }));
      expect(inserted).toMatchObject({ version: 1, mode: 'live' });
      expect(encodeId('workspace', inserted.workspace_id)).toBe(ctx.tenant.workspaceId);
      expect(inserted.updated_at).toEqual(inserted.created_at);
      const changed = await tx.update(NoteRow, inserted, { title: 'After', slug: 'after' });
      expect(changed).toEqual({
        ...inserted,
        title: 'After',
        slug: 'after',
        version: 2,
        updated_at: changed.updated_at,
      });
      expect(await tx.one(findNote, [inserted.id])).toEqual(changed);
    });
  });

  it('is not changed by a writer with an older version', async () => {
    const ctx = tenantOf();
    const old = await notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));
    await notes.db.transaction(ctx, (tx) => tx.update(NoteRow, old, { title: 'B' }));
    const late = notes.db.transaction(ctx, (tx) => tx.update(NoteRow, old, { title: 'C' }));
    await expect(late).rejects.toThrow('the row was changed after it had been read');
    expect(await notes.db.read(ctx).one(findNote, [old.id])).toMatchObject({ title: 'B', version: 2 });
  });

  it('with a duplicate unique value is a 422 that names the parameter', async () => {
    const ctx = tenantOf();
    const insert = () => notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note({ slug: 's' }), 'name'));
    await insert();
    const error: unknown = await insert().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).toJSON()).toEqual({
      code: 'duplicate_value',
      status: 422,
      param: 'name',
      message: 'name: another record already has this name',
      details: [{ code: 'duplicate_value', param: 'name', message: 'another record already has this name' }],
    });
    expect(await notes.db.read(ctx).query(allNotes)).toHaveLength(1);
  });

  it('that is changed to a duplicate unique value is a 422', async () => {
    const ctx = tenantOf();
    const change = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note({ slug: 's' }));
      return tx.update(NoteRow, await tx.insert(NoteRow, note()), { slug: 's' }, 'name');
    });
    await expect(change).rejects.toMatchObject({ code: 'duplicate_value', param: 'name' });
  });

  it('with a unique value that is inserted concurrently is a 422 for all but one', async () => {
    const ctx = tenantOf();
    const insert = () => notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note({ slug: 's' }), 'name'));
    const settled = await Promise.allSettled(Array.from({ length: 8 }, insert));
    const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
    expect(failed.map(({ code }) => code)).toEqual(Array<string>(7).fill('duplicate_value'));
  });
});

describe('a connection', () => {
  const rankOf = tenantStatement<{ rank: number | string }>(
    'test.note.rank_of_one',
    'select rank from note where workspace_id = $1 and mode = $2 and id = $3',
  );
  const ways: readonly [string, (db: Database, ctx: TenantContext, id: string) => Promise<unknown>][] = [
    ['a read', (db, ctx, id) => db.read(ctx).one(rankOf, [id])],
    ['a read of a request', (db, ctx, id) => db.read(requestOf(ctx)).one(rankOf, [id])],
    ['a transaction', (db, ctx, id) => db.transaction(ctx, (tx) => tx.one(rankOf, [id]))],
    [
      'a batch',
      async (db, ctx, id) => {
        let row: unknown;
        await db.batchTransaction(async (_, open) => void (row = await open(ctx).one(rankOf, [id])));
        return row;
      },
    ],
  ];

  it.each(ways)(
    'whose plan has another result since a migration is replaced, and the work repeated: %s',
    async (_, read) => {
      // A service renews its connections at most once a second: with its own, no case finds what the one before has left.
      const { app, db } = await startNotes(database);
      const ctx = tenantOf();
      const { id } = await db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));
      // As many as the pool has connections, so that each has prepared the statement.
      const all = () => Promise.all(Array.from({ length: 10 }, () => read(db, ctx, id)));
      try {
        expect(new Set((await all()).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"rank":1}']));
        await database.query('alter table ticket.note alter column rank type bigint');
        expect(new Set((await all()).map((row) => JSON.stringify(row)))).toEqual(new Set(['{"rank":"1"}']));
      } finally {
        await app.close();
        await database.query('alter table ticket.note alter column rank type integer');
      }
    },
  );

  it('to a database that became read-only is replaced as soon as a write fails', async () => {
    const ctx = tenantOf();
    const add = () => notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));
    const addAll = () => Promise.allSettled(Array.from({ length: 10 }, add));
    const name = new URL(database.url).pathname.slice(1);
    const existing = await add();
    await database.query(`alter database ${name} set default_transaction_read_only = on`);
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await eventually(() => addAll().then((outcomes) => expect(outcomes.filter(isReadOnly)).toHaveLength(10)));
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([existing]);
    await expect(
      notes.db.system(systemStatement('test.lock_any', 'any', 'select id from note limit 1 for update')),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    // What connects from now on can write; the connections of the pool cannot.
    await database.session(async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
    });
    expect((await addAll()).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is replaced at its greatest age', async () => {
    const aging = await startNotes(database, { env: { DATABASE_CONNECTION_MAX_AGE: '1s' } });
    const pid = 'select pg_backend_pid() as pid from pg_sleep(0.05)';
    const pids = async () => {
      const used = Array.from({ length: 10 }, () => aging.db.raw<{ pid: number }>('test.pid', pid, []));
      return (await Promise.all(used)).flat().map((row) => row.pid);
    };
    const first = await pids();
    // Used all the time, so none of them is closed because it is idle.
    await eventually(async () => expect((await pids()).filter((one) => first.includes(one))).toEqual([]));
    await aging.app.close();
  });

  it('is replaced when it has prepared a hundred statements', async () => {
    const hot = () => notes.db.raw('test.hot', 'select 1', []);
    // One at a time: all run on the connection that was used last.
    for (let n = 0; n < 250; n += 1) {
      await notes.db.raw(`test.cold.${n}`, `select ${n}`, []);
      await hot();
    }
    const names = await notes.db.raw<{ name: string }>(
      'test.prepared',
      'select name from pg_prepared_statements',
      [],
    );
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['test.hot', 'test.cold.249']));
    expect(names.length).toBeLessThanOrEqual(101);
    expect(await notes.db.raw('test.cold.0', 'select 0', [])).toHaveLength(1);
  });

  it('returns the same rows when it runs a statement again', async () => {
    const statement = `select n as number, null::text as empty, array['a', 'b'] as list, '{"a": [1]}'::jsonb as json,
      timestamptz '2026-11-23 06:30:00.123+00' as at, n as number from generate_series(1, $1::int) n`;
    const read = (rows: number) => notes.db.raw('test.rows', statement, [rows]);
    const row = { empty: null, list: ['a', 'b'], json: { a: [1] }, at: new Date('2026-11-23T06:30:00.123Z') };
    const [one, two] = [
      { ...row, number: 1 },
      { ...row, number: 2 },
    ];
    expect(await read(2)).toEqual([one, two]);
    expect(await read(2)).toEqual([one, two]);
    expect(await read(0)).toEqual([]);
    expect(await Promise.all([read(1), read(2), read(1)])).toEqual([[one], [one, two], [one]]);
    for (let n = 0; n < 2; n += 1)
      expect(await notes.db.raw('test.no_rows', 'set application_name = $$test$$', [])).toEqual([]);
  });

  it('reads what a statement returns by now when it prepares it again', async () => {
    await database.query('create table ticket.grown (id integer); insert into ticket.grown values (1)');
    await database.query('grant select on ticket.grown to public');
    const read = () => notes.db.raw('test.grown', 'select * from grown', []);
    const forget = async () => {
      for (let n = 0; n < 110; n += 1) await notes.db.raw(`test.other.${n}`, `select ${n}`, []);
    };
    expect([await read(), await read()]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    await forget();
    await database.query('alter table ticket.grown add column name text default $$one$$');
    expect([await read(), await read()]).toEqual([[{ id: 1, name: 'one' }], [{ id: 1, name: 'one' }]]);
  });

  it('prepares nothing where names are turned off, as for a pooler that does not keep them', async () => {
    const unnamed = await startNotes(database, {
      env: { DATABASE_PREPARED_STATEMENTS: 'off', DATABASE_POOL_SIZE: '5' },
    });
    const ctx = tenantOf();
    const { id } = await unnamed.db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));
    expect(await unnamed.db.read(ctx).one(findNote, [id])).toMatchObject({ id });
    expect(await unnamed.db.raw('test.prepared', 'select name from pg_prepared_statements', [])).toEqual([]);
    await unnamed.app.close();
  });
});

const isReadOnly = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && (outcome.reason as ApiError).code === 'service_unavailable';
