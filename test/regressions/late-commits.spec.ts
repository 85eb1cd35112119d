import { expect, it } from '@jest/globals';
import { createTicket, listTickets, updateTicket, type Input } from '@parley/contracts';
import { eventually } from '@parley/testing';
import pg from 'pg';
import { databaseUrl, operator } from '../e2e/platform.ts';

it('a resume cursor returns a ticket that commits after a newer one was read', async () => {
  const { live } = await operator.workspace();
  const read = async (query: Input<typeof listTickets>['query'] = {}) => {
    const asked = { sort: 'updated_at', order: 'asc', ...query } as const;
    const { data, meta } = await live.ok(listTickets, { query: asked });
    return { subjects: data.map(({ subject }) => subject), cursor: meta.resume_cursor ?? '', meta };
  };
  const empty = await read();
  expect(empty).toMatchObject({
    subjects: [],
    meta: { next_cursor: null, resume_cursor: expect.any(String) },
  });
  const { data: older } = await live.ok(createTicket, { body: { subject: 'Older' } });

  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    // The response of a keyed request is stored in its transaction, which therefore waits here with its ticket written.
    await holder.query('begin; lock table ticket.idempotency_key in exclusive mode');
    const body = { subject: 'Late' };
    const late = live.ok(createTicket, { body }, { 'idempotency-key': crypto.randomUUID() });
    await eventually(async () => {
      // It has written, and waits for this table. Others wait for other tables, or to lock this one.
      const { rows } = await holder.query(
        `select from pg_locks waiting
          where not granted and relation = 'ticket.idempotency_key'::regclass and mode = 'RowExclusiveLock'
            and database = (select oid from pg_database where datname = current_database())
            and exists (select from pg_locks held
                         where held.pid = waiting.pid and held.locktype = 'transactionid' and held.granted)`,
      );
      return rows.length > 0;
    });
    // No second creation: both may have to count the tickets of the workspace in one row, and would wait for each other.
    await live.ok(updateTicket, { params: { ticket_id: older.id }, body: { subject: 'Newer' } });
    const during = await read({ cursor: empty.cursor });
    expect(during.subjects).toEqual(['Newer']);
    await holder.query('rollback');
    await late;
    expect((await read({ cursor: during.cursor })).subjects).toEqual(['Late', 'Newer']);
  } finally {
    await holder.end();
  }
});
