import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { copyTicket } from '../setup/copied-tickets.ts';
import { Deployment } from './rolling/deployment.ts';
import { checkout } from './rolling/releases.ts';

const PROCESSES = ['automation 0', 'automation 1'];

let deployment: Deployment;
let sql: pg.Client;

beforeAll(async () => {
  deployment = await Deployment.start(checkout, { rolling: ['automation'], replicas: 2 }, {});
  sql = new pg.Client({ connectionString: deployment.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await deployment.remove();
});

const query = async (text: string, values: unknown[] = []) =>
  (await sql.query<Record<string, unknown>>(text, values)).rows;

it('a job changes each of 1,000 records once, with its event, although both processes are killed in its steps', async () => {
  const { live } = await deployment.operator.workspace();
  const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'One of many' } });
  await copyTicket(query, ticket.id, 999);
  const filter = { all: [{ field: 'subject', op: 'eq' as const, value: 'One of many' }] };
  const { data: job } = await live.ok(api.createJob, {
    body: { resource: 'ticket', filter, update: { priority: 'urgent' } },
  });
  const read = async () => (await live.ok(api.getJob, { params: { job_id: job.id } })).data;

  for (const done of [100, 400, 700]) {
    await eventually(async () => expect((await read()).succeeded).toBeGreaterThanOrEqual(done));
    // A step waits for its tickets, and its processes die meanwhile.
    await sql.query('begin');
    await sql.query('lock table ticket.ticket in exclusive mode');
    await eventually(async () => {
      const waiting = "select from pg_locks where relation = 'ticket.ticket'::regclass and not granted";
      expect(await query(waiting)).not.toEqual([]);
    });
    await Promise.all(PROCESSES.map((key) => deployment.kill(key)));
    await sql.query('rollback');
    await Promise.all(PROCESSES.map((key) => deployment.restart(key, checkout)));
  }

  await eventually(async () => expect((await read()).finished_at).not.toBeNull());
  expect(await read()).toMatchObject({
    ...{ status: 'succeeded', total: 1_000, succeeded: 1_000, unchanged: 0, failed: 0 },
  });
  const versions = 'select version, priority, count(*)::int from ticket.ticket group by version, priority';
  expect(await query(versions)).toEqual([{ version: 2, priority: 'urgent', count: 1_000 }]);
  const logged = async () =>
    query(
      `select count(*)::int as events, count(distinct subject)::int as tickets from webhook.event_log
        where type = 'ticket.updated' and workspace_id = (select workspace_id from ticket.ticket limit 1)`,
    );
  await eventually(async () => expect(await logged()).toEqual([{ events: 1_000, tickets: 1_000 }]));
});
