import { readPage } from '@parley/lists';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { type Env } from '@parley/runtime/config';
import { newUuid } from '@parley/runtime/records';
import { eventually, gate, TcpProxy, TestDatabase } from '@parley/testing';
import {
  allNotes,
  findNote,
  noteList,
  NoteRow,
  requestOf,
  startNotes,
  tenantOf,
  type Notes,
} from '../notes.fixture.ts';
import { systemStatement } from '../statements/statement.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let notes: Notes;

/** Starts the service, connected to the database through the proxy. */
async function start(env: Env = {}, events = true): Promise<void> {
  notes = await startNotes(
    { url: proxy.through(database.url) },
    { env: { DATABASE_POOL_SIZE: '5', ...env }, events },
  );
}

beforeEach(async () => {
  database = await TestDatabase.create();
  const { hostname: host, port } = new URL(database.url);
  proxy = await TcpProxy.start({ host, port: Number(port || 5432) });
  await start();
});
afterEach(async () => {
  await notes.app.close();
  await proxy.close();
  await database.drop();
});

const ctx = tenantOf();
const note = () => ({ id: newUuid(), title: 'A', rank: 1, slug: null });
const query = { page: 1, per_page: 10, sort: 'title', order: 'asc' } as const;
const sleep = systemStatement('test.sleep', 'takes long', 'select pg_sleep(60)');
const add = () => notes.db.transaction(ctx, (tx) => tx.insert(NoteRow, note()));

/** Every way to access the database; each must throw the same error during an outage. */
const ways: readonly [string, () => Promise<unknown>][] = [
  ['a statement', () => notes.db.read(ctx).query(allNotes)],
  ['one row', () => notes.db.read(ctx).one(findNote, [newUuid()])],
  ['a list', () => readPage(notes.db.read(ctx), noteList, query)],
  ['a transaction', add],
  ['a row removed', () => notes.db.transaction(ctx, (tx) => tx.remove(NoteRow, newUuid()))],
  ['a statement of the system', () => notes.db.system(systemStatement('test.one', 'any', 'select 1'))],
  [
    'a transaction of the libraries',
    () => notes.db.rawTransaction((tx) => tx.raw('test.two', 'select 2', [])),
  ],
  ['a statement of the libraries', () => notes.db.raw('test.three', 'select 3', [])],
];

async function refusals(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, way] of ways) {
    const error: unknown = await way().then(
      () => 'an answer',
      (thrown: unknown) => thrown,
    );
    answers[name] = error instanceof ApiError ? error.code : error;
  }
  return answers;
}

const allOf = (answer: unknown) => Object.fromEntries(ways.map(([name]) => [name, answer]));

describe('an unavailable database', () => {
  it('is a 503 for every statement, and works again afterwards', async () => {
    await add();
    await proxy.refuse();
    expect(await refusals()).toEqual(allOf('service_unavailable'));
    await proxy.accept();
    expect(await refusals()).toEqual(allOf('an answer'));
  });

  it('fails a ping within its time, as does an exhausted pool', async () => {
    const ping = () => notes.db.ping(500);
    const succeeds = () => eventually(ping);
    await succeeds();
    await proxy.refuse();
    await expect(ping()).rejects.toThrow();
    await proxy.accept();
    await succeeds();
    const [released, release] = gate();
    const held = [1, 2, 3, 4, 5].map(() => notes.db.transaction(ctx, () => released));
    await expect(ping()).rejects.toMatchObject({ code: 'service_unavailable' });
    release();
    await Promise.all(held);
    await succeeds();
  });

  it('is a 503 if its connections break between two statements', async () => {
    for (const next of ['row', 'statement', 'commit']) {
      const work = notes.db.transaction(ctx, async (tx) => {
        await tx.insert(NoteRow, note());
        proxy.cut();
        // Wait until this side has noticed that its socket is closed.
        await eventually(() =>
          tx.query(allNotes).then(
            () => false,
            () => true,
          ),
        );
        if (next === 'row') await tx.insert(NoteRow, note());
        if (next === 'statement') await tx.query(allNotes);
        return 'done';
      });
      await expect(work).rejects.toMatchObject({ name: 'ApiError', code: 'service_unavailable' });
    }
    expect(await notes.db.read(ctx).query(allNotes)).toEqual([]);
  });

  it('is a 503 if it is shut down during a statement', async () => {
    const work = notes.db.transaction(ctx, (tx) => tx.system(sleep));
    const ended = expect(work).rejects.toMatchObject({ code: 'service_unavailable' });
    await eventually(async () => {
      const rows = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query = $1 and state = 'active'`,
        [sleep.text],
      );
      return rows.length > 0;
    });
    await ended;
    await add();
  });

  it('is a 503 if a statement exceeds its timeout', async () => {
    await notes.app.close();
    await start({ DATABASE_STATEMENT_TIMEOUT: '300ms' });
    await expect(notes.db.system(sleep)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(notes.db.transaction(ctx, (tx) => tx.system(sleep))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('is a 503 if its connections stop responding, and is reached over new ones', async () => {
    await notes.app.close();
    // Without a relay, whose statements would use some of the connections. The timeout is long enough that none is lost before.
    await start({ DATABASE_STATEMENT_TIMEOUT: '2s' }, false);
    let begun = 0;
    const all = () => eventually(() => begun === 5);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        notes.db.transaction(ctx, async (tx) => {
          await tx.query(allNotes);
          begun += 1;
          await all();
        }),
      ),
    );
    proxy.vanish();
    const read = () => notes.db.read(ctx).query(allNotes);
    const outcomes = await Promise.allSettled([read(), add(), read(), add(), read()]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    await add();
  });

  it('is a 503 if it accepts connections but never responds, or has none left', async () => {
    await notes.app.close();
    await start({ DATABASE_CONNECTION_TIMEOUT: '2s' });
    const [released, release] = gate();
    const held = [1, 2, 3, 4, 5].map(() => notes.db.transaction(ctx, () => released));
    // The pool is exhausted: the sixth waits as long as it would wait for a connection.
    await expect(add()).rejects.toMatchObject({ code: 'service_unavailable' });
    release();
    await Promise.all(held);
    // New connections are accepted but never get a response.
    proxy.cut();
    proxy.blackhole();
    await expect(notes.db.read(ctx).query(allNotes)).rejects.toMatchObject({ code: 'service_unavailable' });
    proxy.heal();
    proxy.cut();
    await eventually(() => add().then(() => true));
  });
});

it('a request does not wait past its deadline for a connection to a server that says nothing', async () => {
  await proxy.refuse();
  // Until the pool has no connection left that it takes for an idle one.
  await eventually(() =>
    expect(notes.db.read(ctx).query(allNotes)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }),
  );
  await proxy.accept();
  proxy.blackhole();
  const ended: string[] = [];
  const refusalOf = (name: string, work: Promise<unknown>) =>
    expect(work)
      .rejects.toMatchObject({ code: 'service_unavailable' })
      .then(() => ended.push(name));
  const request = requestOf(ctx, 1_500);
  await Promise.all([
    // Has no deadline, and waits for the end of the attempt to connect: five seconds.
    refusalOf('other work', notes.db.raw('test.one', 'select 1', [])),
    refusalOf('read', notes.db.read(request).query(allNotes)),
    refusalOf(
      'write',
      notes.db.transaction(request, (tx) => tx.insert(NoteRow, note())),
    ),
  ]);
  expect(ended.at(-1)).toBe('other work');
  proxy.heal();
});

it('a request that begins after a failed attempt to connect is answered without one of its own', async () => {
  await notes.app.close();
  await start({ DATABASE_CONNECTION_TIMEOUT: '1s' }, false);
  await proxy.refuse();
  const statement = () => notes.db.raw('test.one', 'select 1', []);
  await eventually(() => expect(statement()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }));
  await proxy.accept();
  proxy.blackhole();
  const refused = { code: 'service_unavailable' };
  await expect(statement()).rejects.toMatchObject(refused);
  const before = proxy.accepted;
  const reads = Array.from({ length: 20 }, () => notes.db.read(requestOf(ctx)).query(allNotes));
  await Promise.all(reads.map((read) => expect(read).rejects.toMatchObject(refused)));
  // At most one of them has looked whether the server is back.
  expect(proxy.accepted - before).toBeLessThanOrEqual(1);
  proxy.heal();
  proxy.cut();
  await eventually(() =>
    notes.db
      .read(requestOf(ctx))
      .query(allNotes)
      .then(() => true),
  );
});

it('an error in a statement is not treated as an outage', async () => {
  const wrong = systemStatement('test.wrong', 'fails', 'select 1 / 0');
  await expect(notes.db.system(wrong)).rejects.toMatchObject({ code: '22012' });
  await expect(notes.db.transaction(ctx, (tx) => tx.system(wrong))).rejects.toMatchObject({
    code: '22012',
  });
});
