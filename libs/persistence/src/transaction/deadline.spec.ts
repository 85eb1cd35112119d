import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId, type Principal } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { eventually, TestDatabase } from '@parley/testing';
import { changeEach } from './bulk.ts';
import { allNotes, lockNote, NoteRow, startNotes, tenantOf } from '../notes.fixture.ts';
import { tenantStatement } from '../statements/statement.ts';

const CONNECTIONS = 5;

/** None of them ends by itself while a test runs; each does something else meanwhile. */
const endless = [
  ['waits', 'pg_sleep(60)'],
  ['counts', '(select count(*) from generate_series(1, 1000000000))'],
  ['sorts', '(select max(n) from (select n from generate_series(1, 100000000) n order by md5(n::text)) t)'],
].map(
  ([what = '', sql = '']) =>
    [
      what,
      tenantStatement(
        `test.${what}`,
        `select ${sql}::text as endless where $1::uuid is not null and $2 <> ''`,
      ),
    ] as const,
);

const backend = tenantStatement<{ pid: number }>(
  'test.backend',
  `select pg_backend_pid() as pid where $1::uuid is not null and $2 <> ''`,
);

const requestWithin = (ms: number): TenantContext => {
  const { tenant, ...ctx } = tenantOf();
  const principal: Principal = {
    ...tenant,
    type: 'api_key',
    credentialId: newId('key'),
    userId: newId('user'),
    role: 'agent',
    scopes: [],
  };
  return { ...ctx, tenant, principal, deadline: Date.now() + ms };
};
const database = await TestDatabase.create();
const notes = await startNotes(database, { env: { DATABASE_POOL_SIZE: String(CONNECTIONS) } });
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

describe('a read of a request', () => {
  const stillRunning = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '% as endless where %'
          and pid <> pg_backend_pid()`,
    );
    return row?.n ?? -1;
  };

  it.each(endless)('ends at its deadline, also in PostgreSQL, while it %s', async (_, statement) => {
    const asked = Array.from({ length: 3 * CONNECTIONS }, () =>
      notes.db
        .read(requestWithin(2_000))
        .query(statement)
        .then(
          () => 'an answer',
          (error: unknown) => (error as { code?: string }).code,
        ),
    );
    await eventually(async () => (await stillRunning()) > 0);
    for (const outcome of await Promise.all(asked)) expect(outcome).toBe('service_unavailable');
    await eventually(async () => (await stillRunning()) === 0);
    // The connections are there for others.
    const answers = await Promise.all(
      Array.from({ length: 3 * CONNECTIONS }, () => notes.db.read(requestWithin(20_000)).query(allNotes)),
    );
    expect(answers).toEqual(Array.from({ length: 3 * CONNECTIONS }, () => []));
  });

  it('does not start after its deadline', async () => {
    await expect(notes.db.read(requestWithin(-1)).query(allNotes)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('releases its connection after success and after failure', async () => {
    const wrong = tenantStatement('test.wrong', `select 1 / 0 where $1::uuid is not null and $2 <> ''`);
    const pids = new Set<number | undefined>();
    for (let n = 0; n < 5; n += 1) {
      pids.add((await notes.db.read(requestWithin(20_000)).one(backend))?.pid);
      await expect(notes.db.read(requestWithin(20_000)).query(wrong)).rejects.toThrow('division by zero');
    }
    expect(pids.size).toBe(1);
  });
});

describe('a transaction of a request', () => {
  const note = () => ({ id: newUuid(), title: 'A', rank: 1, slug: null });
  const add = (ctx: TenantContext) => notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));
  const storedIn = (ctx: TenantContext) => notes.db.read(requestOf(ctx)).query(allNotes);
  /** The same tenant with time enough. */
  const requestOf = (ctx: TenantContext): TenantContext => ({ ...ctx, deadline: Date.now() + 20_000 });

  /** Runs work while no note can be written, though all can be read. */
  const whileLocked = (work: () => Promise<void>): Promise<void> =>
    database.session(async (holder) => {
      await holder.query('begin; lock table ticket.note in exclusive mode');
      await work();
      await holder.query('rollback');
    });

  it('is not begun within a second of its deadline', async () => {
    const ctx = requestWithin(900);
    await expect(add(ctx)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await storedIn(ctx)).toEqual([]);
  });

  it('is not committed after its deadline', async () => {
    const ctx = requestWithin(1_200);
    const late = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, note());
      await tx.query(allNotes);
      await eventually(() => Date.now() > ctx.deadline);
      return 'done';
    });
    await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await storedIn(ctx)).toEqual([]);
  });

  it('that waits for a row until its deadline is rolled back', async () => {
    const ctx = requestWithin(1_500);
    const { id } = await add(ctx);
    await database.session(async (holder) => {
      await holder.query('begin');
      await holder.query('select from ticket.note where id = $1 for update', [id]);
      const waiting = notes.db.transaction(ctx, async (tx) => {
        const row = await tx.lock(lockNote, [id]);
        if (row !== undefined) await tx.update(NoteRow, row, { title: 'B' });
      });
      await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
      await holder.query('rollback');
    });
    await eventually(() => notes.db.transaction(requestOf(ctx), (tx) => tx.lock(lockNote, [id])));
    expect(await storedIn(ctx)).toMatchObject([{ title: 'A' }]);
  });

  it('has an unknown outcome if its commit is not answered by its deadline', async () => {
    await whileLocked(async () => {
      // Made once the lock is held: no transaction begins in the last second before its deadline.
      const ctx = requestWithin(2_000);
      await expect(add(ctx)).rejects.toMatchObject({ code: 'outcome_unknown', status: 503 });
    });
  });

  it('leaves connections to other tenants, however many wait', async () => {
    const ctx = requestWithin(20_000);
    let written: Promise<unknown> = Promise.resolve();
    await whileLocked(async () => {
      written = Promise.all(Array.from({ length: 20 }, () => add(ctx)));
      expect(await notes.db.read(requestWithin(20_000)).query(allNotes)).toEqual([]);
    });
    await written;
    expect(await storedIn(ctx)).toHaveLength(20);
  });

  it('that changes many records ends at its deadline without a change', async () => {
    const ctx = requestWithin(20_000);
    const rows = [await add(ctx), await add(ctx)];
    const hurried = { ...ctx, deadline: Date.now() + 1_300 };
    let changed = 0;
    const bulk = notes.db.transaction(hurried, (tx) =>
      changeEach(
        tx,
        rows.map(({ id }) => encodeId('ticket', id)),
        {
          kind: 'ticket',
          lock: tenantStatement<NoteRow>(
            'test.note.lock_all',
            'select * from note where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) for update',
          ),
          change: async (row) => {
            changed += 1;
            await eventually(() => Date.now() > hurried.deadline - 200);
            await tx.update(NoteRow, row, { title: 'B' });
            return true;
          },
        },
      ),
    );
    await expect(bulk).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(changed).toBe(1);
    expect((await storedIn(ctx)).map(({ title }) => title)).toEqual(['A', 'A']);
  });
});
