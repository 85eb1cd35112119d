import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from './platform.ts';

it('a page includes the last messages of its conversations, even if no answer between services has room for all', async () => {
  const { live } = await operator.workspace();
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const body = 'x'.repeat(1_000 * 1024);
  const made: string[] = [];
  for (let n = 0; n < 70; n += 1)
    made.push((await live.ok(api.createConversation, { body: { contact, message: { body } } })).data.id);
  const answer = await live.raw<{ included: api.Included }>(
    'GET',
    '/v1/conversations?per_page=100&include=last_message',
  );
  const { messages = [] } = answer.body.included;
  expect([answer.status, messages.map((message) => message.conversation_id).toSorted()]).toEqual([
    200,
    made.toSorted(),
  ]);
  expect(messages.every((message) => message.body === body)).toBe(true);
});
