import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId, testsOf, type RecordFilter } from '@parley/contracts';
import { inTenant, systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { countMatches } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { Plans, TestDatabase } from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { ticketListAt } from './tickets.queries.ts';

/** Three times what a count looks at. */
const TICKETS = 30_000;
const NOW = new Date('2026-11-21T06:30:00.000Z');
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const user = (n: number) => encodeId('user', uuid(n));

/** The newest third is open and of one user, except some that are of another one; the rest is closed and of nobody. */
const INSERT = `
  insert into ticket.ticket (workspace_id, mode, id, version, subject, status, priority, assignee_id, tags, tag_keys, custom_fields,
    sla_started_at, sla_warning_at, sla_due_at, created_at, updated_at)
  select $1, $2, lpad(to_hex(n), 32, '0')::uuid, 1, 'Where is it?', case when new then 'open' else 'closed' end, 'normal',
    case when new then ('00000000-0000-7000-8000-' || lpad((1 + (n % 100 = 0)::int)::text, 12, '0'))::uuid end,
    tags, tags, jsonb_build_object('plan', case when n % 2 = 0 then 'gold' else 'free' end), at, at, at, at, at
  from generate_series(1, $3::int) n, lateral (select n > $3 * 2 / 3 as new,
    case when n % 1000 = 0 then array['rare'] else array['common'] end as tags,
    $4::timestamptz - ($3 - n) * interval '1 minute' as at) t`;

const database = await TestDatabase.create(ticketDatabase);
const plans = await Plans.open(database, 'ticket');
await plans.skipSearch('ticket');
const ctx = inTenant(systemContext(), newId('workspace'), 'live');
const scope = new TenantDatabase(ctx, plans.execute);
await database.query(INSERT, [scope.workspace, 'live', TICKETS, NOW]);
await plans.settle('ticket');

const count = (filter: RecordFilter) =>
  countMatches(scope, ticketListAt(NOW), testsOf('ticket', filter, { now: NOW, me: user(2) }), 1_000);

describe('the count of a filter', () => {
  afterAll(async () => {
    await plans.close();
    await database.drop();
  });

  it.each<[RecordFilter, { count: number; isBound: boolean }]>([
    [{}, { count: 1_000, isBound: true }],
    [{ all: [{ field: 'status', op: 'eq', value: 'open' }] }, { count: 1_000, isBound: true }],
    [{ all: [{ field: 'assignee', op: 'eq', value: 'me' }] }, { count: 100, isBound: false }],
    [{ all: [{ field: 'tag', op: 'eq', value: 'rare' }] }, { count: 30, isBound: false }],
    [{ all: [{ field: 'custom.plan', op: 'eq', value: 'gold' }] }, { count: 1_000, isBound: true }],
    [{ all: [{ field: 'custom.plan', op: 'eq', value: 'none' }] }, { count: 0, isBound: true }],
    [{ all: [{ field: 'status', op: 'ne', value: 'open' }] }, { count: 0, isBound: true }],
    [
      {
        all: [{ field: 'status', op: 'in', value: ['open', 'pending'] }],
        any: [
          { field: 'assignee', op: 'eq', value: 'me' },
          { field: 'tag', op: 'eq', value: 'rare' },
        ],
      },
      { count: 50, isBound: true },
    ],
  ])('of %j looks at a bounded number of tickets', async (filter, expected) => {
    expect(await count(filter)).toEqual(expected);
    expect(plans.excess({ passed: 10_000, skipped: 10_000, sorted: 10_000 })).toEqual([]);
  });
});
