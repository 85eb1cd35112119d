import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReindexJob } from '@parley/projections';
import { parseSearchQuery } from '@parley/contracts';
import { readPage } from '@parley/lists';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { openStore } from '../store.fixture.ts';
import { conversationList } from './conversations.queries.ts';

/** More than the event's transaction and one batch of the job reindex. */
const CONVERSATIONS = 900;

const ctx = newTenant();
const contact = newUuid();
let store: TestStore;

beforeAll(async () => {
  store = await openStore();
  await rename('Ada Lovelace');
  await store.database.query(
    `insert into conversation.conversation (workspace_id, mode, id, version, subject, status, priority, channel,
       contact_id, created_at, updated_at)
     select $1, 'live', gen_random_uuid(), 1, 'Engine', 'open', 'normal', 'chat', $2, now() - n * interval '1 minute', now()
       from generate_series(1, ${CONVERSATIONS}) n`,
    [store.db.read(ctx).workspace, contact],
  );
  await store.database.query(
    `insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type,
       author_id, created_at, updated_at)
     select workspace_id, mode, gen_random_uuid(), 1, id, 'It computes', 'reply', 'user', gen_random_uuid(), now(), now()
       from conversation.conversation`,
  );
});
afterAll(() => store.close());

const rename = (name: string) =>
  store.database.query(
    `insert into conversation.contact_projection (workspace_id, mode, id, name, sequence) values ($1, 'live', $2, $3, '')
     on conflict (workspace_id, mode, id) do update set name = excluded.name`,
    [store.db.read(ctx).workspace, contact, name],
  );

async function countOf(q: string): Promise<number> {
  const query = { page: 1, per_page: 25, sort: 'created_at', order: 'desc', q: parseSearchQuery(q) } as const;
  return (await readPage(store.db.read(ctx), conversationList, query)).total_count;
}

it('conversations of a renamed contact match the new name, and their messages are found as before', async () => {
  await rename('Ada King');
  expect([await countOf('king'), await countOf('lovelace')]).toEqual([200, CONVERSATIONS - 200]);
  await new ReindexJob(store.db).reindexAll();
  const counts = await Promise.all(
    ['king', 'engine king', 'lovelace', 'computes', 'king computes'].map(countOf),
  );
  // All words have to match in one part: the name is in the same part as the subject, not as the messages.
  expect(counts).toEqual([CONVERSATIONS, CONVERSATIONS, 0, CONVERSATIONS, 0]);
  const stale = await store.database.query(
    `select c.id from conversation.conversation c left join conversation.conversation_search s
         on s.workspace_id = c.workspace_id and s.mode = c.mode and s.created_at = c.created_at and s.id = c.id and s.part = c.id
      where s.words is distinct from conversation.conversation_search_vector(c)`,
  );
  expect(stale).toEqual([]);
});
