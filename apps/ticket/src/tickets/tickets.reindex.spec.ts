import { afterAll, describe, expect, it } from '@jest/globals';
import { ReindexJob } from '@parley/projections';
import { parseSearchQuery } from '@parley/contracts';
import { readPage } from '@parley/lists';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import fc from 'fast-check';
import { ticketDatabase } from '../ticket.database.ts';
import { ticketListAt } from './tickets.queries.ts';

const TICKETS = 1_000;

const ctx = newTenant();
const contact = newUuid();
const insert = (count: number, at: string) =>
  database.query(
    `insert into ticket.ticket (workspace_id, mode, id, version, subject, status, priority, contact_id, sla_started_at,
         sla_warning_at, sla_due_at, created_at, updated_at)
       select $1, 'live', gen_random_uuid(), 1, 'common', 'open', 'normal', $2, now(), now(), now(), ${at}, now()
         from generate_series(1, $3::int) n`,
    [db.read(ctx).workspace, contact, count],
  );
const rename = (name: string, email: string | null = null) =>
  database.query(
    `insert into ticket.contact_projection (workspace_id, mode, id, name, email, email_key, sequence)
       values ($1, 'live', $2, $3, $4, $4, '')
       on conflict (workspace_id, mode, id) do update
         set name = excluded.name, email = excluded.email, email_key = excluded.email_key`,
    [db.read(ctx).workspace, contact, name, email],
  );
const store = await TestStore.open(ticketDatabase);
const { database, db } = store;
await rename('Ada Lovelace');
// Several with the same creation time: a batch may end between two of them.
await insert(TICKETS, `now() - n / 7 * interval '1 minute'`);

describe('tickets of a renamed contact', () => {
  /** One per call, as in separate processes. */
  const worker = () => new ReindexJob(db);
  afterAll(() => store.close());

  async function countOf(q: string): Promise<number> {
    const query = {
      page: 1,
      per_page: 25,
      sort: 'created_at',
      order: 'desc',
      q: parseSearchQuery(q),
    } as const;
    return (await readPage(db.read(ctx), ticketListAt(new Date()), query)).total_count;
  }

  /** Number of tickets whose search document differs from a freshly built one. */
  async function countStale(): Promise<number> {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from ticket.ticket t left join ticket.ticket_search s using (workspace_id, mode, created_at, id)
        where s.words is distinct from ticket.ticket_search_vector(t)`,
    );
    return row?.n ?? -1;
  }

  it('match the new name and no longer the old one, the newest immediately and the rest after reindexing', async () => {
    expect(await countOf('lovelace')).toBe(TICKETS);
    await rename('Ada King', 'ada@example.com');
    const atOnce = await countOf('king');
    // 200, or fewer on a machine that needs more than 300 ms for them.
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThanOrEqual(200);
    expect(await countOf('lovelace')).toBe(TICKETS - atOnce);
    const per_page = Math.min(atOnce, 100);
    const newest = await readPage(db.read(ctx), ticketListAt(new Date()), {
      page: 1,
      per_page,
      sort: 'created_at',
      order: 'desc',
      q: parseSearchQuery('king'),
    });
    const all = await readPage(db.read(ctx), ticketListAt(new Date()), {
      page: 1,
      per_page,
      sort: 'created_at',
      order: 'desc',
    });
    expect(newest.rows.map(({ id }) => id)).toEqual(all.rows.map(({ id }) => id));
    await worker().reindexAll();
    for (const q of ['king', 'email:ada@example.com'])
      expect([q, await countOf(q), await countOf('lovelace')]).toEqual([q, TICKETS, 0]);
    expect(await countStale()).toBe(0);
    await rename('Deleted contact');
    await worker().reindexAll();
    expect([await countOf('king'), await countOf('email:ada@example.com')]).toEqual([0, 0]);
  });

  it('are reindexed in smaller batches if their texts are long', async () => {
    const long = 8;
    await database.query(
      `update ticket.ticket set description = (select string_agg(chr(19968 + (n * 7919) % 20000), '') from generate_series(1, 60000) n)
        where id in (select id from ticket.ticket where contact_id = $1 order by created_at desc, id desc limit ${long})`,
      [contact],
    );
    await rename('Mary Somerville');
    const atOnce = await countOf('somerville');
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThan(long);
    await worker().reindexAll();
    expect([await countOf('somerville'), await countStale()]).toEqual([TICKETS, 0]);
    await database.query('update ticket.ticket set description = null where description is not null');
  });

  it('match a freshly built search table after concurrent reindexing, renames and writes', async () => {
    const step = fc.oneof(
      fc.record({ rename: fc.constantFrom('Grace Hopper', 'Grace Murray', 'Deleted contact') }),
      fc.record({ workers: fc.constant(2) }),
      fc.record({ edit: fc.constantFrom('printer', 'scanner') }),
      fc.record({ open: fc.integer({ min: 1, max: 20 }) }),
    );
    const run = async (action: Partial<{ rename: string; workers: number; edit: string; open: number }>) => {
      if (action.rename !== undefined) await rename(action.rename);
      if (action.open !== undefined) await insert(action.open, "now() - n * 1000 * interval '1 s'");
      if (action.workers !== undefined) await Promise.all([worker().reindexAll(), worker().reindexAll()]);
      if (action.edit !== undefined)
        await database.query(
          `update ticket.ticket set subject = $2 where id in (
             select id from ticket.ticket where workspace_id = $1 order by random() limit 3)`,
          [db.read(ctx).workspace, action.edit],
        );
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        async (writers) => {
          await rename(`Somebody ${Math.random()}`);
          await Promise.all(
            writers.map(async (steps) => {
              for (const one of steps) await run(one);
            }),
          );
          await worker().reindexAll();
          expect(await countStale()).toBe(0);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
