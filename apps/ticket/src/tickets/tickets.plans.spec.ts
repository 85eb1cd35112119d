import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { listCases, Plans, TestDatabase } from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { inboxList } from '../inboxes/inboxes.queries.ts';
import { ticketListAt } from './tickets.queries.ts';

const TICKETS = 12_000;
/** So many of the newest have a tag of their own. */
const RARE = 20;
const NOW = new Date('2026-11-21T06:30:00.000Z');
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Values of each filter whose tickets are all at one end of every sort, and some that are everywhere. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  status: [['pending'], ['closed'], ['pending', 'closed']],
  priority: [['urgent'], ['low'], ['urgent', 'low'], ['urgent', 'high']],
  assignee: [
    ...[1, 2, 9].map((n) => [encodeId('user', uuid(n))]),
    ['none'],
    ['none', encodeId('user', uuid(1))],
  ],
  team: [...[1, 2, 9].map((n) => [encodeId('team', uuid(n))]), ['none'], ['none', encodeId('team', uuid(1))]],
  snoozed: [true, false],
  number: [['500']],
  external_id: ['EXT-1', 'EXT-77', 'none'],
  inbox: [...[1, 2].map((n) => [encodeId('inbox', uuid(n))]), [1, 2].map((n) => encodeId('inbox', uuid(n)))],
  contact: [[encodeId('contact', uuid(1))], [encodeId('contact', uuid(777))]],
  tag: [['legacy'], ['common'], ['nobody'], ['legacy', 'rare']],
  sla_status: [['on_track'], ['warning'], ['breached']],
  created_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  created_before: [new Date('2026-11-05T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
  updated_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  updated_before: [new Date('2026-11-05T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
};

/** Ticket n of many, oldest first; the first tenth of them is what the rest is not. */
const INSERT = `
  insert into ticket.ticket (workspace_id, mode, id, version, subject, status, priority, contact_id, assignee_id, inbox_id,
    tags, tag_keys, sla_started_at, sla_warning_at, sla_due_at, sla_stopped_status, sla_stopped_at, created_at, updated_at,
    external_id, team_id, snoozed_until)
  select $1, $2, lpad(to_hex(n), 32, '0')::uuid, 1, repeat('Where is it? ', 40),
    case when old then 'pending' else (array['open', 'resolved', 'closed'])[1 + n % 3] end,
    case when old then 'urgent' else (array['high', 'normal', 'low'])[1 + n % 3] end,
    ('00000000-0000-7000-8000-' || lpad((case when old then 1 else n % 3000 end)::text, 12, '0'))::uuid,
    ('00000000-0000-7000-8000-' || lpad((case when old then 1 else 2 + n % 4 end)::text, 12, '0'))::uuid,
    ('00000000-0000-7000-8000-' || lpad((case when old then 1 else 2 end)::text, 12, '0'))::uuid,
    tags, tags, at, at + interval '6 h', at + interval '8 h',
    case when old then 'warning' when n % 50 = 0 then null else 'on_track' end,
    case when old or n % 50 <> 0 then at end, at, at + interval '1 h', 'EXT-' || n,
    case when old then '${uuid(1)}' when n % 50 = 0 then '${uuid(2)}' end::uuid,
    case when old or n % 200 = 0 then at end
  from generate_series(1, $3::int) n, lateral (select n <= $3 / 10 as old) o,
    lateral (select $4::timestamptz - ($3 - n) * interval '2 minutes' as at,
      case when old then array['legacy']
      else array['common', case when n > $3 - ${RARE} then 'rare' else 'x' || n % 40 end] end as tags) t`;

const database = await TestDatabase.create(ticketDatabase);
const plans = await Plans.open(database, 'ticket');
await plans.skipSearch('ticket');
const [own, other] = [newId('workspace'), newId('workspace')].map((id) =>
  inTenant(systemContext(), id, 'live'),
);
const ctx = own as TenantContext;
for (const [tenant, count] of [
  [ctx, TICKETS],
  [other as TenantContext, 3_000],
] as const) {
  const { workspace } = new TenantDatabase(tenant, plans.execute);
  await database.query(
    `insert into ticket.inbox (workspace_id, mode, id, name, created_at, updated_at)
         select $1, 'live', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Inbox ' || n,
           now() - n * interval '1 h', now() from generate_series(1, 3000) n`,
    [workspace],
  );
  await database.query(INSERT, [workspace, 'live', count, NOW]);
}
await plans.settle('ticket');
await plans.settle('inbox');

describe('the lists of tickets and inboxes', () => {
  afterAll(async () => {
    await plans.close();
    await database.drop();
  });

  it.each([...listCases(ticketListAt(NOW), VALUES), ...listCases(inboxList, VALUES)])(
    '%s use no sequential scan and read few rows beyond those they return',
    async (_, { list, query }) => {
      const { total_count: total, rows } = await readPage<unknown>(
        new TenantDatabase(ctx, plans.execute),
        list,
        query,
      );
      expect(rows).toHaveLength(Math.min(25, total));
      // What an index finds without an order is materialized and sorted, up to the cap of counting. Of a tag
      // that more carry, those without it are passed over: here the first tenth.
      const materialized = 'tag' in query || 'contact' in query;
      // Nothing else reads more rows in vain than it counts: which index counts a value that most have is no matter.
      const counted = Math.min(total, 10_000);
      const passed = materialized ? TICKETS / 10 : Math.max(1_000, counted);
      // Several values are compared with the entries of an index, for the page and for the total.
      const isScanned = Object.values(query).some((value) => Array.isArray(value) && value.length > 1);
      const skipped = isScanned ? 2 * TICKETS : 1_000;
      expect(plans.excess({ passed, skipped, sorted: (materialized ? counted : 1_000) + 1_000 })).toEqual([]);
    },
  );

  it.each([{ status: ['open'] }, { sla_status: ['on_track'] }])(
    'of a rare tag and %j read only the tickets with the tag',
    async (many) => {
      const query = {
        page: 1,
        per_page: 25,
        sort: 'created_at',
        order: 'desc',
        tag: ['rare'],
        ...many,
      } as const;
      const page = await readPage(new TenantDatabase(ctx, plans.execute), ticketListAt(NOW), query);
      expect(page.total_count).toBeGreaterThan(0);
      expect(plans.excess({ passed: RARE, skipped: RARE })).toEqual([]);
    },
  );
});
