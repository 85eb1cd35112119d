import { afterAll, describe, expect, it } from '@jest/globals';
import { parseSearchQuery, searchableConversations } from '@parley/contracts';
import { readPage, searchBest } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { newTenant, Plans } from '@parley/testing';
import { openStore } from '../store.fixture.ts';
import { conversationList } from './conversations.queries.ts';

/** More than are looked up one by one. */
const CONVERSATIONS = 12_000;

const ctx = newTenant();
const store = await openStore();
const { workspace } = store.db.read(ctx);
await store.database.query(
  `insert into conversation.conversation (workspace_id, mode, id, version, status, priority, channel, contact_id,
         tags, created_at, updated_at)
       select $1, 'live', lpad(to_hex(n), 32, '0')::uuid, 1, 'open', 'normal', 'chat', gen_random_uuid(),
         array_remove(array['all', case when n % 2 = 0 then 'even' end, case when n % 1000 = 0 then 'rare' end], null),
         now() - n * interval '1 minute', now()
       from generate_series(1, ${CONVERSATIONS}) n`,
  [workspace],
);
// Else each message would look through all conversations for its own.
await store.database.query('analyze');
await store.database.query(
  `insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type,
         author_id, created_at, updated_at)
       select $1, 'live', gen_random_uuid(), 1, lpad(to_hex(n), 32, '0')::uuid,
         'common ' || case when n % 3 = 0 then 'third' else '' end, 'reply', 'user', gen_random_uuid(), now(), now()
       from generate_series(1, ${CONVERSATIONS}) n`,
  [workspace],
);
await store.database.query('analyze');

describe('a query for fields and message texts of many conversations', () => {
  afterAll(() => store.close());

  it.each([
    ['few and few', 'tag:even third', CONVERSATIONS / 6],
    ['few and many', 'tag:rare common', CONVERSATIONS / 1_000],
    ['many and few', 'tag:all third', CONVERSATIONS / 3],
    ['many and many', 'tag:all common', 10_000],
    ['none and many', 'tag:none common', 0],
    ['many and nothing', 'tag:all !!', 10_000],
  ])('finds and counts matches (%s match the first and the second term)', async (_, q, total) => {
    const query = {
      page: 1,
      per_page: 25,
      sort: 'created_at',
      order: 'desc',
      q: parseSearchQuery(q),
    } as const;
    const page = await readPage(store.db.read(ctx), conversationList, query);
    const asked = { terms: parseSearchQuery(q), limit: 20 };
    const best = await searchBest(store.db.read(ctx), conversationList, searchableConversations, asked);
    expect([page.total_count, best.total_count, page.rows.length]).toEqual([
      Math.min(1_000, total),
      total,
      Math.min(25, total),
    ]);
    expect(best.rows).toHaveLength(Math.min(20, total));
  });

  it.each([
    'third',
    'common',
    '"common third"',
    'tag:rare',
    'tag:all third',
    'tag:all -third',
    '-common',
    'email:*x*',
  ])('runs %j without a sequential scan, in every order', async (q) => {
    const plans = await Plans.open(store.database, 'conversation');
    const explained = new TenantDatabase(ctx, plans.execute);
    for (const sort of Object.keys(conversationList.sorts)) {
      const query = { page: 1, per_page: 25, sort, order: 'desc', q: parseSearchQuery(q) } as const;
      await readPage(explained, conversationList, query);
    }
    await searchBest(explained, conversationList, searchableConversations, {
      terms: parseSearchQuery(q),
      limit: 20,
    });
    const works = plans.works.splice(0);
    await plans.close();
    expect(works.length).toBeGreaterThan(3);
    expect(works.filter(({ scanned }) => scanned.length > 0)).toEqual([]);
  });
});
