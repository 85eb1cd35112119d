import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from './platform.ts';
import { query } from './session-api/query.ts';

it('the messages of a conversation are counted, however many there are', async () => {
  const { live } = await operator.workspace();
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data } = await live.ok(api.createConversation, { body: { contact, message: { body: 'First' } } });
  const params = { conversation_id: data.id };
  const id = api.uuidOf('conversation', data.id);
  await query(
    `with more as (
       insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type, author_id,
         created_at, updated_at)
       select workspace_id, mode, gen_random_uuid(), 1, id, 'More', 'note', 'user', gen_random_uuid(), now(), now()
         from conversation.conversation, generate_series(1, 10100) n where id = $1 returning 1)
     update conversation.conversation set messages_count = messages_count + (select count(*) from more) where id = $1`,
    [id],
  );
  const { meta } = await live.ok(api.listMessages, { params, query: { per_page: '100' } });
  expect(meta).toMatchObject({ total_count: 10_101, total_count_relation: 'eq', total_pages: 102 });
  const notes = await live.ok(api.listMessages, { params, query: { type: 'note' } });
  expect(notes.meta).toMatchObject({ total_count: 10_000, total_count_relation: 'gte', total_pages: null });
  const replies = await live.ok(api.listMessages, { params, query: { type: 'reply' } });
  expect(replies.meta).toMatchObject({ total_count: 1, total_count_relation: 'eq' });
});
