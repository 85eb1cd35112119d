import { expect, it } from '@jest/globals';
import { createTicket, listTickets, updateTicket, type Input } from '@parley/contracts';
import { connected, eventually } from '@parley/testing';
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
  const keys = { older: crypto.randomUUID(), late: crypto.randomUUID() };
  const create = (subject: string, key: string) =>
    live.ok(createTicket, { body: { subject } }, { 'idempotency-key': key });
  const { data: older } = await create('Older', keys.older);

  await using holder = await connected(databaseUrl);
  // A record under its key that is not committed: the late request waits for it when it stores its response, with its
  // ticket written.
  await holder.query('begin');
  const { rowCount } = await holder.query(
    `insert into ticket.idempotency_key
       select (jsonb_populate_record(stored, jsonb_build_object('key', $2::text))).*
         from ticket.idempotency_key stored where key = $1`,
    [keys.older, keys.late],
  );
  expect(rowCount).toBe(1);
  const late = create('Late', keys.late);
  await eventually(async () => {
    const { rows } = await holder.query(
      'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid',
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
});
