import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId } from '@parley/contracts';
import { readPage } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { listCases, newTenant, Plans } from '@parley/testing';
import { findLastMail, messageList } from '../messages/messages.queries.ts';
import { openStore } from '../store.fixture.ts';
import { tagList } from '../tags/tags.queries.ts';
import { conversationList } from './conversations.queries.ts';

const CONVERSATIONS = 20_000;
const NOW = new Date('2026-11-21T06:30:00.000Z');
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The conversation that has many messages. */
const LONG = encodeId('conversation', uuid(7));

/** Values of each filter whose records are all at one end of every sort, and some that are everywhere. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  status: [['pending'], ['closed'], ['pending', 'closed']],
  priority: [['urgent'], ['low'], ['urgent', 'low']],
  assignee: [
    ...[1, 2, 9].map((n) => [encodeId('user', uuid(n))]),
    ['none'],
    ['none', encodeId('user', uuid(1))],
  ],
  inbox: [
    ...[1, 2, 9].map((n) => [encodeId('inbox', uuid(n))]),
    [1, 9].map((n) => encodeId('inbox', uuid(n))),
  ],
  mailbox: [
    ...[1, 2, 9].map((n) => [encodeId('mailbox', uuid(n))]),
    ['none'],
    [1, 9].map((n) => encodeId('mailbox', uuid(n))),
  ],
  team: [...[1, 2, 9].map((n) => [encodeId('team', uuid(n))]), ['none'], ['none', encodeId('team', uuid(1))]],
  snoozed: [true, false],
  number: [['500']],
  external_id: ['EXT-1', 'EXT-77', 'none'],
  contact: [[encodeId('contact', uuid(1))], [encodeId('contact', uuid(77))]],
  tag: [['legacy'], ['common'], ['nobody'], ['legacy', 'rare']],
  channel: [['form'], ['email'], ['chat']],
  created_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  created_before: [new Date('2026-10-26T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
  updated_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  updated_before: [new Date('2026-10-26T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
  type: [['note'], ['reply']],
};

/** Conversation n of many, oldest first; the first tenth of them is what the rest is not. */
const INSERT_CONVERSATIONS = `
  insert into conversation.conversation (workspace_id, mode, id, version, subject, status, priority, channel, contact_id,
    assignee_id, inbox_id, mailbox_id, tags, tag_keys, custom_fields, last_message_at, created_at, updated_at,
    external_id, team_id, snoozed_until)
  select $1, 'live', uuid, 1, 'Where is it?', case when old then 'pending' else (array['open', 'closed'])[1 + n % 2] end,
    case when old then 'urgent' else (array['high', 'normal', 'low'])[1 + n % 3] end,
    case when old then 'form' else (array['email', 'chat', 'api'])[1 + n / 2 % 3] end,
    ('00000000-0000-7000-8000-' || lpad((case when old then 1 else n % 2000 end)::text, 12, '0'))::uuid,
    ('00000000-0000-7000-8000-00000000000' || case when old then 1 else 2 + n % 4 end)::uuid,
    ('00000000-0000-7000-8000-00000000000' || case when old then 1 else 2 end)::uuid,
    case when old then null else ('00000000-0000-7000-8000-00000000000' || 1 + n % 2)::uuid end, tags, tags,
    jsonb_build_object('note', repeat('Knows us. ', 30)), case when n % 10 > 0 then at end, at, at + interval '1 h',
    'EXT-' || n,
    case when old then '${uuid(1)}' when n % 50 = 0 then '${uuid(2)}' end::uuid,
    case when old or n % 200 = 0 then at end
  from generate_series(1, $2::int) n, lateral (select n <= $2 / 10 as old) o,
    lateral (select case when old then array['legacy'] else array['common', 'x' || n % 40] end as tags) g,
    lateral (select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as uuid,
      $3::timestamptz - ($2 - n) * interval '2 minutes' as at) t`;

const INSERT_MESSAGES = `
  insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type, author_id,
    email, created_at, updated_at)
  select workspace_id, mode, gen_random_uuid(), 1, id, 'It is here.', case when n <= 300 then 'note' else 'reply' end,
    'user', gen_random_uuid(), case when n <= 2900 then '{}'::jsonb end, created_at + n * interval '1 s', created_at
  from conversation.conversation, generate_series(1, case when id = '${uuid(7)}' then 3000 else 1 end) n
  where workspace_id = $1`;

const INSERT_TAGS = `
  insert into conversation.tag (workspace_id, mode, id, version, name, name_key, color, created_at, updated_at)
  select $1, 'live', gen_random_uuid(), 1, 'tag' || n, 'tag' || n, '#000000', now() - n * interval '1 h', now()
  from generate_series(1, 5000) n`;

const ctx = newTenant();
const other = newTenant();
const store = await openStore();
const plans = await Plans.open(store.database, 'conversation');
await plans.skipSearch('conversation', 'message');
for (const [tenant, count] of [
  [ctx, CONVERSATIONS],
  [other, 2_000],
] as const) {
  const { workspace } = new TenantDatabase(tenant, plans.execute);
  await store.database.query(INSERT_CONVERSATIONS, [workspace, count, NOW]);
  await plans.settle('conversation');
  for (const sql of [INSERT_MESSAGES, INSERT_TAGS]) await store.database.query(sql, [workspace]);
}
for (const table of ['message', 'tag']) await plans.settle(table);

describe('the lists of conversations, messages and tags', () => {
  afterAll(async () => {
    await plans.close();
    await store.close();
  });

  it.each([
    ...listCases(conversationList, VALUES),
    ...listCases(messageList, VALUES, { conversation_id: LONG }),
    ...listCases(tagList, VALUES),
  ])('%s use no sequential scan and read few rows beyond those they return', async (_, { list, query }) => {
    const { total_count: total, rows } = await readPage<unknown>(
      new TenantDatabase(ctx, plans.execute),
      list,
      query,
    );
    expect(rows).toHaveLength(Math.min(25, total));
    // As for tickets: sets are materialized and sorted up to the cap of counting, else the first tenth is passed over.
    const materialized =
      ['tag', 'contact', 'updated_after', 'updated_before'].some((name) => name in query) ||
      ('snoozed' in query && query.snoozed);
    const isScanned = Object.values(query).some((value) => Array.isArray(value) && value.length > 1);
    const counted = Math.min(total, 10_000);
    expect(
      plans.excess({
        passed: materialized ? CONVERSATIONS / 10 : Math.max(1_000, counted),
        skipped: isScanned ? 2 * CONVERSATIONS : 1_000,
        sorted: (materialized ? counted : 1_000) + 1_000,
      }),
    ).toEqual([]);
  });

  it('the last mail of a long conversation is found without what was said before it', async () => {
    const last = await new TenantDatabase(ctx, plans.execute).one(findLastMail, [uuid(7)]);
    expect(last).toEqual({ email: {}, is_answered: false });
    expect(plans.excess({ passed: 100, skipped: 0, sorted: 0 })).toEqual([]);
  });
});
