import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '@parley/contracts';
import { newId, type TenantContext } from '@parley/kernel';
import { eventually, TestDatabase } from '@parley/testing';
import { allNotes, startNotes, tenantOf, type Notes } from './notes.fixture.ts';
import { tenantStatement } from './statement.ts';

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

describe('a read of a request', () => {
  let database: TestDatabase;
  let notes: Notes;

  beforeAll(async () => {
    database = await TestDatabase.create();
    notes = await startNotes(database, { env: { DATABASE_POOL_SIZE: String(CONNECTIONS) } });
  });
  afterAll(async () => {
    await notes.app.close();
    await database.drop();
  });

  const requestWithin = (ms: number): TenantContext => {
    const { tenant, ...ctx } = tenantOf();
    const principal: Principal = {
      ...tenant,
      kind: 'api_key',
      credentialId: newId('key'),
      userId: newId('user'),
      role: 'agent',
      scopes: [],
    };
    return { ...ctx, tenant, principal, deadline: Date.now() + ms };
  };

  const stillRunning = async (): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '% as endless where %'
          and pid <> pg_backend_pid()`,
    );
    return row?.n ?? -1;
  };

  it.each(endless)('ends at its deadline, also in PostgreSQL, while it %s', async (_, statement) => {
    const asked = Array.from({ length: 3 * CONNECTIONS }, () => {
      const begun = Date.now();
      return notes.db
        .read(requestWithin(2_000))
        .query(statement)
        .then(
          () => 'an answer',
          (error: unknown) => [(error as { code?: string }).code, Date.now() - begun < 15_000],
        );
    });
    await eventually(async () => (await stillRunning()) > 0);
    for (const outcome of await Promise.all(asked)) expect(outcome).toEqual(['service_unavailable', true]);
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
