import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();

async function converse() {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data } = await workspace.live.ok(api.createConversation, { body: { contact } });
  return { conversation_id: data.id };
}

describe('messages with the version of their conversation', () => {
  it('are written unless the conversation has changed since', async () => {
    const params = await converse();
    const { live } = workspace;
    const tagOf = async () => (await live.call(api.getConversation, { params })).headers.get('etag') ?? '';
    const tag = await tagOf();
    await live.ok(api.createMessage, { params, body: { body: 'Meanwhile', author: { type: 'contact' } } });
    const late = await live.call(api.createMessage, { params, body: { body: 'Late' } }, { 'if-match': tag });
    expect(refusalOf(late)).toBe('412 precondition_failed');
    const written = await live.call(
      api.createMessage,
      { params, body: { body: 'In time' } },
      { 'if-match': await tagOf() },
    );
    expect(written.status).toBe(201);
    const { data } = await live.ok(api.listMessages, { params, query: {} });
    expect(data.map(({ body }) => body)).toEqual(['Meanwhile', 'In time']);
  });

  it('that are sent at once for the same one are written once', async () => {
    const params = await converse();
    const { live } = workspace;
    const tag = (await live.call(api.getConversation, { params })).headers.get('etag') ?? '';
    const sent = await Promise.all(
      ['One', 'Two', 'Three'].map((body) =>
        live.call(api.createMessage, { params, body: { body } }, { 'if-match': tag }),
      ),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 412, 412]);
    expect((await live.ok(api.listMessages, { params, query: {} })).meta.total_count).toBe(1);
  });
});
