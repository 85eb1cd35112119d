import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError, createTicket, invalidParameter, uuidOf } from '@parley/contracts';
import { systemContext, type IdempotencyClaim, type TenantContext } from '@parley/runtime/context';
import { type HandlerResult } from '@parley/runtime/handlers';
import { newUuid } from '@parley/runtime/records';
import { eventually, gate, TestDatabase } from '@parley/testing';
import { Reencryption } from '../reencryption.ts';
import { allNotes, KEY, NoteRow, startNotes, tenantOf, type Notes } from '../notes.fixture.ts';
import { IdempotencyPruning } from './idempotency.interceptor.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
const elsewhere = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await elsewhere.app.close();
  await database.drop();
});

type Handler = (ctx: TenantContext, db: Notes['db']) => Promise<unknown>;

/** A request with an Idempotency-Key, as the dispatcher of RPC runs it. */
function request(
  tenant: TenantContext,
  handler: Handler,
  change: Partial<IdempotencyClaim> = {},
  at: Notes = notes,
): Promise<HandlerResult> {
  const claim = { key: 'key-1', credentialId: 'key_1', fingerprint: 'POST /v1/notes', ...change };
  const ctx = { ...tenant, idempotency: claim };
  return at.interceptor.intercept(createTicket, ctx, () => handler(ctx, at.db));
}

const addNote =
  (title = 'A'): Handler =>
  (ctx, db) =>
    db.transaction(ctx, async (tx) => {
      const row = await tx.insert(NoteRow, { id: newUuid(), title, rank: 1, slug: null });
      return { id: row.id, title };
    });

const notesOf = (tenant: TenantContext) => notes.db.read(tenant).query(allNotes);

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('a repeated request', () => {
  it('returns the first response and has no effect', async () => {
    const tenant = tenantOf();
    const first = await request(tenant, addNote());
    const second = await request(tenant, addNote());
    const third = await request(tenant, addNote(), {}, elsewhere);
    expect(first.replayed).toBe(false);
    expect(second).toEqual({ value: first.value, replayed: true });
    expect(third).toEqual(second);
    expect(await notesOf(tenant)).toHaveLength(1);
  });

  it('returns the first response of a handler that writes no row', async () => {
    const tenant = tenantOf();
    let runs = 0;
    const handler = () => Promise.resolve({ run: (runs += 1) });
    expect(await request(tenant, handler)).toEqual({ value: { run: 1 }, replayed: false });
    expect(await request(tenant, handler)).toEqual({ value: { run: 1 }, replayed: true });
    expect(runs).toBe(1);
  });

  it('returns the first response of a handler that continued after a failed commit', async () => {
    const tenant = tenantOf();
    let runs = 0;
    const handler: Handler = async (ctx) => {
      runs += 1;
      const work = notes.db.transaction(ctx, async (tx) => {
        await tx.raw(
          '',
          'create temp table pair (id int unique deferrable initially deferred) on commit drop',
          [],
        );
        await tx.raw('', 'insert into pair values (1), (1)', []);
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
      return 'answered all the same';
    };
    await request(tenant, handler);
    expect(await request(tenant, handler)).toEqual({ value: 'answered all the same', replayed: true });
    expect(runs).toBe(1);
  });

  it('is executed again once the key has expired, and is then the first', async () => {
    const tenant = tenantOf();
    const first = await request(tenant, addNote('first'), { key: 'short-lived' });
    await database.query(
      `update ticket.idempotency_key set expires_at = now() - interval '1 ms' where key = 'short-lived'`,
    );
    const again = { key: 'short-lived', fingerprint: 'another' };
    const second = await request(tenant, addNote('second'), again);
    expect(second.replayed).toBe(false);
    expect(second.value).not.toEqual(first.value);
    expect(await request(tenant, addNote('third'), again)).toEqual({ value: second.value, replayed: true });
  });

  it('is separate per credential, mode and workspace', async () => {
    const live = tenantOf();
    const test = tenantOf(live.tenant.workspaceId, 'test');
    expect((await request(live, addNote())).replayed).toBe(false);
    expect((await request(live, addNote(), { credentialId: 'key_2' })).replayed).toBe(false);
    expect((await request(test, addNote())).replayed).toBe(false);
    expect((await request(tenantOf(), addNote())).replayed).toBe(false);
    expect((await request(live, addNote(), { key: 'key-2' })).replayed).toBe(false);
  });
});

describe('concurrent requests with the same key', () => {
  it('write one row, however many they are', async () => {
    const tenant = tenantOf();
    // The transactions meet only if every connection is open; else the first is done before the second has connected.
    const nap = (db: Notes['db']) =>
      Array.from({ length: 10 }, () => db.raw('nap', 'select pg_sleep(0.05)', []));
    await Promise.all([...nap(notes.db), ...nap(elsewhere.db)]);
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        request(tenant, addNote(), {}, index % 2 === 0 ? notes : elsewhere),
      ),
    );
    const replies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
    const rows = await notesOf(tenant);
    expect(rows).toHaveLength(1);
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { value } of replies) expect(value).toEqual({ id: rows[0]?.id, title: 'A' });
    for (const { code, status } of refused) expect([code, status]).toEqual(['idempotency_in_progress', 409]);
  });

  it('are rejected as idempotency_in_progress while the first is running', async () => {
    const tenant = tenantOf();
    const [finished, finish] = gate();
    const [running, begun] = gate();
    const first = request(tenant, (ctx) =>
      notes.db.transaction(ctx, async () => {
        begun();
        await finished;
        return 'first';
      }),
    );
    await running;
    expect(await codeOf(request(tenant, addNote()))).toBe('idempotency_in_progress');
    expect(await codeOf(request(tenant, addNote(), {}, elsewhere))).toBe('idempotency_in_progress');
    finish();
    await first;
    expect(await request(tenant, addNote())).toEqual({ value: 'first', replayed: true });
    expect(await notesOf(tenant)).toEqual([]);
  });
});

describe('a request that reserves its key first because its effect is outside the database', () => {
  /** Does something that cannot be rolled back, and waits for the signal to answer. */
  function outside() {
    let effects = 0;
    const [finished, finish] = gate();
    const handler: Handler = async (ctx, db) => {
      await db.reserveKey(ctx);
      effects += 1;
      await finished;
      return db.transaction(ctx, () => Promise.resolve({ effect: effects }));
    };
    return { handler, finish: () => finish(), effects: () => effects };
  }

  it('takes effect once despite concurrent repetitions, and is then replayed', async () => {
    const tenant = tenantOf();
    const { handler, finish, effects } = outside();
    let ended = 0;
    const requests = Array.from({ length: 10 }, (_, index) =>
      codeOf(request(tenant, handler, {}, index % 2 === 0 ? notes : elsewhere)).finally(() => (ended += 1)),
    );
    await eventually(() => effects() > 0 && ended === 9);
    expect(await codeOf(request(tenant, handler, { fingerprint: 'another' }))).toBe('idempotency_mismatch');
    finish();
    const codes = await Promise.all(requests);
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(codes.filter((code) => code === 'idempotency_in_progress')).toHaveLength(9);
    expect(await request(tenant, handler)).toEqual({ value: { effect: 1 }, replayed: true });
    expect(effects()).toBe(1);
  });

  it('releases the key if it fails', async () => {
    const tenant = tenantOf();
    const fail: Handler = async (ctx, db) => {
      await db.reserveKey(ctx);
      throw invalidParameter('title', 'is wrong');
    };
    expect(await codeOf(request(tenant, fail))).toBe('invalid_parameter');
    expect((await request(tenant, addNote(), { fingerprint: 'a better one' })).replayed).toBe(false);
  });

  it('releases the key a minute after its process has died', async () => {
    const tenant = tenantOf();
    const { handler } = outside();
    void request(tenant, handler, { key: 'died' }).catch(() => undefined);
    const left = await eventually(async () => {
      const rows = await database.query<{ seconds: number }>(
        `select extract(epoch from expires_at - now())::float as seconds from ticket.idempotency_key where key = 'died'`,
      );
      return rows[0] ?? Promise.reject(new Error('not taken yet'));
    });
    // By the clock of the process, which may be some milliseconds ahead of the time of this statement.
    expect(left.seconds).toBeLessThanOrEqual(61);
    expect(await codeOf(request(tenant, addNote(), { key: 'died' }))).toBe('idempotency_in_progress');
    await database.query(`update ticket.idempotency_key set expires_at = now() where key = 'died'`);
    expect((await request(tenant, addNote(), { key: 'died' })).replayed).toBe(false);
  });
});

describe('a stored response', () => {
  it('whose key this process does not have, or that was altered, is an error, and the request does not run again', async () => {
    const tenant = tenantOf();
    const first = await request(tenant, addNote('first'));
    const flip = (byte: number) =>
      database.query(
        `update ticket.idempotency_key set response = set_byte(response, $2, get_byte(response, $2) # 255)
          where workspace_id = $1`,
        [uuidOf('workspace', tenant.tenant.workspaceId), byte],
      );
    await flip(1);
    expect(await codeOf(request(tenant, addNote('second')))).toBe('service_unavailable');
    await flip(1);
    expect(await request(tenant, addNote('third'))).toEqual({ value: first.value, replayed: true });
    await flip(30);
    await expect(request(tenant, addNote('fourth'))).rejects.toThrow();
    expect(await notesOf(tenant)).toHaveLength(1);
  });

  it('is encrypted with the current key by an operator, and replayed without the old one', async () => {
    const tenants = [tenantOf(), tenantOf(), tenantOf()];
    const made = await Promise.all(tenants.map((tenant) => request(tenant, addNote())));
    const next = Buffer.alloc(32, 8).toString('base64');
    const rotated = await startNotes(database, { env: { ENCRYPTION_KEYS: `${next},${KEY}` } });
    const command = rotated.app.get(Reencryption, { strict: false });
    const of = async () => (await command.reencrypt(systemContext(), { service: 'ticket' })).secrets;
    const [first] = await of();
    expect(first).toMatchObject({ type: 'idempotent_responses' });
    expect(first?.reencrypted).toBeGreaterThanOrEqual(3);
    expect((await of()).map(({ reencrypted }) => reencrypted)).toEqual([0]);
    const only = await startNotes(database, { env: { ENCRYPTION_KEYS: next } });
    for (const [index, tenant] of tenants.entries())
      expect(await request(tenant, addNote(), {}, only)).toEqual({
        value: made[index]?.value,
        replayed: true,
      });
    // A process that has not got the new key yet says that it cannot answer.
    expect(await codeOf(request(tenants[0] as TenantContext, addNote()))).toBe('service_unavailable');
    await rotated.app.close();
    await only.app.close();
  });

  it('is encrypted in the table', async () => {
    await request(tenantOf(), addNote('hunter2'), { key: 'secret-key' });
    const rows = await database.query<{ row: string; response: Buffer }>(
      `select k::text as row, response from ticket.idempotency_key k where key = 'secret-key'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.response.includes('hunter2')).toBe(false);
    expect(rows[0]?.row).not.toContain('hunter2');
    expect(rows[0]?.row).not.toContain(Buffer.from('hunter2').toString('hex'));
  });

  it('is not stored if the transaction rolls back', async () => {
    const fail: Handler = (ctx) =>
      notes.db.transaction(ctx, () => Promise.reject(new Error('the work failed')));
    await codeOf(request(tenantOf(), fail, { key: 'rolled-back' }));
    expect(await database.query(`select 1 from ticket.idempotency_key where key = 'rolled-back'`)).toEqual(
      [],
    );
  });

  it('is deleted after it has expired, and not before', async () => {
    const keys = ['pruned', 'kept'];
    for (const key of keys) await request(tenantOf(), addNote(), { key });
    await database.query(
      `update ticket.idempotency_key set expires_at = now() - interval '1 ms' where key = 'pruned'`,
    );
    // More than one batch.
    await database.query(
      `insert into ticket.idempotency_key
       select workspace_id, mode, credential_id, 'pruned ' || i, fingerprint, response, expires_at
         from ticket.idempotency_key, generate_series(1, 1500) i where key = 'pruned'`,
    );
    await notes.app.get(IdempotencyPruning).prune();
    expect(
      await database.query(
        `select key from ticket.idempotency_key where key like 'pruned%' or key = 'kept' order by key`,
      ),
    ).toEqual([{ key: 'kept' }]);
  });
});
