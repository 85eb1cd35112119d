import { afterAll, expect, it } from '@jest/globals';
import { encodeId, JOB_RECORDS_MAX, NOTIFICATIONS_MAX, uuidOf } from '@parley/contracts';
import { readPage } from '@parley/lists';
import { TenantDatabase, type Statement } from '@parley/persistence';
import { newUuid } from '@parley/runtime/records';
import { listCases, newTenant, Plans, TestStore } from '@parley/testing';
import { automationDatabase } from './automation.database.ts';
import { jobResultList } from './jobs/jobs.queries.ts';
import { collectDigests, findDigests } from './notifications/digests/digests.queries.ts';
import * as notifications from './notifications/notifications.queries.ts';
import * as push from './notifications/push/push.queries.ts';
import * as counts from './views/view-counts.queries.ts';

const USERS = 8;
const DEVICES = 5_000;
const RESULTS = 8_000;

const ctx = newTenant();
const workspace = uuidOf('workspace', ctx.tenant.workspaceId);
const [user, job, notification] = [newUuid(), newUuid(), newUuid()];

/** Notifications of users, as many as each may have: a tenth of them is unread, and one of them all waits for its digest. */
const INSERT_NOTIFICATIONS = `
  insert into automation.notification (workspace_id, mode, id, version, user_id, cause, event_id, kind, record_id, message_id,
    is_shown, awaits_mail, read_at, created_at, updated_at)
  select $1, 'live', case when nth = 1 and n = 1 then $2::uuid else gen_random_uuid() end, 1, given.id,
    case when n % 2 = 0 then 'assigned' else 'reply' end, gen_random_uuid(), 'ticket', gen_random_uuid(), null,
    true, nth = 1 and n = 1, case when n % 10 > 0 then now() end, now() - make_interval(mins => n + 60), now()
  from unnest($3::uuid[]) with ordinality given (id, nth), generate_series(1, $4::int) n`;

/** Devices, nearly all of one workspace, with something to send for each. */
const INSERT_DEVICES = `
  insert into automation.notification_device (workspace_id, mode, id, version, user_id, name, push_service, endpoint_hash,
    encrypted_subscription, due_at, lease_token, created_at, updated_at)
  select case when n <= 5 then gen_random_uuid() else $1::uuid end, 'live', gen_random_uuid(), 1, case n when 6 then $2::uuid else gen_random_uuid() end,
    null, 'push.example.com', sha256(n::text::bytea), '', now() - make_interval(secs => n), null, now(), now()
  from generate_series(1, $3::int) n`;

const INSERT_RESULTS = `
  insert into automation.job_result (workspace_id, mode, id, version, job_id, record_id, status, error, created_at, updated_at)
  select $1, 'live', gen_random_uuid(), 1, $2, n::text, case when n % 1000 = 0 then 'failed' else 'updated' end, null, now(), now()
  from generate_series(1, $3::int) n`;

/** Counts of views that somebody asks for, most of other tenants; a few are due. */
const INSERT_COUNTS = `
  with tenants as (select gen_random_uuid() as id from generate_series(1, 40) union all select $1::uuid),
  views as (
    insert into automation.view (workspace_id, mode, id, version, name, resource, filter, sort, direction, visibility, owner_id,
      created_at, updated_at)
    select id, 'live', gen_random_uuid(), 1, n::text, 'ticket', '{}', 'created_at', 'desc', 'workspace', gen_random_uuid(), now(), now()
      from tenants, generate_series(1, 50) n returning workspace_id, id)
  insert into automation.view_count (workspace_id, mode, view_id, user_id, version, resource, wanted_at, due_at, not_before)
  select workspace_id, 'live', id, gen_random_uuid(), 1, 'ticket', now(), now() + interval '1 minute', now()
    from views, generate_series(1, 4)`;

const store = await TestStore.open(automationDatabase);
const users = [user, ...Array.from({ length: USERS - 1 }, newUuid)];
await store.database.query(INSERT_NOTIFICATIONS, [workspace, notification, users, NOTIFICATIONS_MAX]);
await store.database.query(INSERT_DEVICES, [workspace, user, DEVICES]);
await store.database.query(INSERT_RESULTS, [workspace, job, Math.min(RESULTS, JOB_RECORDS_MAX)]);
await store.database.query(INSERT_COUNTS, [workspace]);
const plans = await Plans.open(store.database, 'automation');
for (const table of ['notification', 'notification_device', 'job_result', 'view', 'view_count'])
  await plans.settle(table);
afterAll(async () => {
  await plans.close();
  await store.close();
});

const OF_TENANT: readonly [Statement<unknown, 'tenant' | 'workspace'>, readonly unknown[]][] = [
  [notifications.findNotification, [user, notification]],
  [notifications.countUnread, [user]],
  [notifications.trimNotifications, [[user]]],
  [notifications.readAll, [users[1], new Date()]],
  [push.hasRoom, [user]],
  [push.lockDevicesOfUsers, [[user]]],
  [push.isInactive, [user]],
];

it.each(OF_TENANT.map(([statement, values]) => [statement.name, statement, values] as const))(
  '%s reads the rows of its user alone',
  async (_, statement, values) => {
    await new TenantDatabase(ctx, plans.execute).query(statement, values);
    expect(plans.excess({ passed: 20, skipped: NOTIFICATIONS_MAX, sorted: NOTIFICATIONS_MAX })).toEqual([]);
  },
);

it.each(
  listCases(
    notifications.notificationList,
    { read: [true, false], cause: [['assigned'], ['woken']] },
    { user: encodeId('user', user), shown: true },
  ),
)('%s reads the notifications of its user alone', async (_, { list, query }) => {
  await readPage<unknown>(new TenantDatabase(ctx, plans.execute), list, query);
  expect(
    plans.excess({ passed: NOTIFICATIONS_MAX, skipped: NOTIFICATIONS_MAX, sorted: NOTIFICATIONS_MAX }),
  ).toEqual([]);
});

it.each([
  ...listCases(push.deviceList, {}, { user: encodeId('user', user) }),
  ...listCases(jobResultList, { status: [['failed'], ['pending']] }, { job_id: job }),
])('%s reads few rows beyond those that it returns', async (_, { list, query }) => {
  await readPage<unknown>(new TenantDatabase(ctx, plans.execute), list, query);
  expect(plans.excess({ passed: 50, skipped: 50, sorted: 100 })).toEqual([]);
});

const OF_ALL: readonly [Statement<unknown, 'system'>, readonly unknown[]][] = [
  [collectDigests, [new Date()]],
  [findDigests, [new Date()]],
  // It finds each workspace by one entry, and the devices of each that it takes.
  [push.leaseDevices, [1_000, 32, 8, [workspace], [4]]],
];

it.each(OF_ALL.map(([statement, values]) => [statement.name, statement, values] as const))(
  '%s reads what is due alone',
  async (_, { name, text }, values) => {
    const rows = await plans.execute(name, text, values);
    expect(plans.excess({ passed: 50, skipped: 50, sorted: NOTIFICATIONS_MAX })).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(32);
  },
);

it.each([
  ['view_count.mark_changed', counts.markChanged, [[workspace], ['live'], ['ticket']]],
  ['view_count.take_due', counts.takeDue, []],
  ['view_count.drop_unwanted', counts.dropUnwanted, []],
] as const)('%s reads the counts that it changes alone', async (_, { name, text }, values) => {
  await plans.execute(name, text, values);
  expect(plans.excess({ passed: 250, skipped: 250, sorted: 250 })).toEqual([]);
});
