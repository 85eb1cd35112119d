import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { readPage } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { listCases, newTenant, Plans } from '@parley/testing';
import { readKeys } from '../../event-log/event-log.queries.ts';
import { eventList } from '../../event-log/events.handlers.ts';
import { webhookList } from '../../webhooks/webhooks.queries.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import { deliveryList } from '../log/delivery-log.queries.ts';

const DELIVERIES = 20_000;
const NOW = Date.parse('2026-11-21T06:30:00.000Z');
const HOUR = 3_600_000;
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const AFTER = [new Date(NOW - HOUR), new Date(NOW - 1_000 * HOUR)];
const BEFORE = [new Date(NOW - 20 * HOUR), new Date(NOW)];

/** Values whose deliveries are all at one end, and some that are everywhere. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  status: [['failed'], ['delivered'], ['cancelled'], ['pending']],
  event: [['contact.deleted'], ['ticket.created'], ['tag.created']],
  resource: [['contact_1'], ['ticket_2'], ['contact_0'], ['ticket_2', 'nobody']],
  actor_credential: [['key_1'], ['key_2'], ['key_0'], ['key_2', 'key_3']],
  // Entries of a credential that is left out are read over: rare ones here, as no index can leave out common ones.
  actor_credential_not: [['key_2'], ['key_0', 'key_3']],
  created_after: AFTER,
  created_before: BEFORE,
  from: AFTER,
  to: BEFORE,
};

const EVENT_FILTERS = [
  ['contact.deleted'],
  ['tag.created'],
  ['ticket.created'],
  ['contact.deleted', 'ticket.created'],
];

/** Delivery n of many, oldest first, some seconds apart; the first tenth of them is what the rest is not. */
const INSERT_SETTLED = `
  insert into webhook.completed_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
    attempts_made, created_at, completed_at)
  select current_date - (n % 2), $1, 'live', $2, id, n, id, case when old then 'contact.deleted' else 'ticket.created' end,
    case when old then 3 else 2 end, 1, now(), now()
  from generate_series(1, $3::int) n, lateral (select n <= $3 / 10 as old) o,
    lateral (select (lpad(to_hex($4::bigint - ($3 - n) * 4000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid
      as id) i`;

/** Event n of many, oldest first, some seconds apart; every thousandth is of another record. */
const INSERT_LOGGED = `
  insert into webhook.event_log (workspace_id, mode, logged_at, position, id, type, occurred_at, day, subject, credential)
  select $1, 'live', at, n, gen_random_uuid(), case when n <= $2 / 10 then 'contact.deleted' else 'ticket.created' end, at,
    current_date - (n % 2), case when n <= $2 / 10 then 'contact_1' else 'ticket_' || n % 1000 end,
    case when n <= $2 / 10 then 'key_1' else 'key_' || 2 + n % 1000 end
  from generate_series(1, $2::int) n, lateral (select to_timestamp(($3::bigint - ($2 - n) * 4000) / 1000.0) as at) t`;

const INSERT_LIVE = `
  insert into webhook.delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
  select $2, gen_random_uuid(), $1, 'live', gen_random_uuid(), 'ticket.created', current_date, now()
    from generate_series(1, 300)`;

const ctx = newTenant();
const store = await DeliveryStore.open();
const plans = await Plans.open(store.database, 'webhook');
const asked = await store.webhook(ctx);
const { workspace } = new TenantDatabase(ctx, plans.execute);
await store.database.query(
  `insert into webhook.webhook select (webhook).* from (
         select jsonb_populate_record(webhook, jsonb_build_object('id', gen_random_uuid(), 'workspace_id',
           case when n % 20 = 0 then $1 else gen_random_uuid() end)) as webhook
         from webhook.webhook, generate_series(1, 4000) n) copies`,
  [workspace],
);
for (const [webhook, count] of [
  [asked, DELIVERIES],
  [uuid(2), 5_000],
] as const) {
  await store.database.query(INSERT_SETTLED, [workspace, webhook, count, NOW]);
  await store.database.query(INSERT_LIVE, [workspace, webhook]);
}
for (const id of [workspace, uuid(3)]) await store.database.query(INSERT_LOGGED, [id, DELIVERIES, NOW]);
for (const table of ['webhook', 'event_log', 'completed_delivery', 'delivery'])
  await store.database.query(`vacuum analyze webhook.${table}`);

describe('the lists of webhooks, events and deliveries', () => {
  afterAll(async () => {
    await plans.close();
    await store.close();
  });

  it.each([
    ...listCases(webhookList, VALUES),
    ...listCases(eventList, { ...VALUES, event: EVENT_FILTERS }),
    ...listCases(deliveryList, VALUES, { webhook_id: 'the one that is asked for' }),
  ])('%s use no sequential scan and read few rows beyond those they return', async (_, { list, query }) => {
    const of = 'webhook_id' in query ? { ...query, webhook_id: encodeId('webhook', asked) } : query;
    const { total_count: total, rows } = await readPage<unknown>(
      new TenantDatabase(ctx, plans.execute),
      list,
      of,
    );
    expect(rows).toHaveLength(Math.min(25, total));
    // Which index counts a value that most have is no matter.
    expect(plans.excess({ passed: Math.max(1_000, Math.min(total, 10_000)) })).toEqual([]);
  });

  it('the history of a record is read from its own entries', async () => {
    const query = { page: 1, per_page: 10, sort: 'logged_at', order: 'desc' } as const;
    const of = { ...query, event: ['ticket.created', 'ticket.updated'], resource: ['ticket_2'] };
    const { rows } = await readPage<unknown>(new TenantDatabase(ctx, plans.execute), eventList, of);
    expect(rows).toHaveLength(10);
    expect(plans.excess({ passed: 20 })).toEqual([]);
  });

  it('a reader of the log reads what follows its position, and nothing else', async () => {
    const { workspace } = new TenantDatabase(ctx, plans.execute);
    for (const position of [0, DELIVERIES - 50, DELIVERIES]) {
      const start = {
        place: 0,
        workspace_id: workspace,
        mode: 'live',
        position,
        id: uuid(0),
        day: '2000-01-01',
      };
      const rows = await plans.execute(readKeys.name, readKeys.text, [JSON.stringify([start]), 25, '0']);
      expect(rows).toHaveLength(position === DELIVERIES ? 1 : 25);
      expect(plans.excess({ passed: 30 })).toEqual([]);
    }
  });
});
