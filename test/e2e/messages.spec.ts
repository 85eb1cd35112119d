import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed, withKey } from './steps.ts';

const workspace = await operator.workspace();
const me = (await workspace.live.ok(api.getMe, {})).data;

describe('messages', () => {
  async function converse(client = workspace.live): Promise<api.Conversation> {
    const contact = { email: 'writer@example.com', name: 'Writer' };
    return (await client.ok(api.createConversation, { body: { contact } })).data;
  }

  it('are written by the user of the credential, as replies by default', async () => {
    const { live } = workspace;
    const [{ id }, other] = [await converse(), await converse()];
    const params = { conversation_id: id };
    const { data: message } = await live.ok(api.createMessage, { params, body: { body: 'Hello' } });
    expect(message).toMatchObject({
      conversation_id: id,
      body: 'Hello',
      type: 'reply',
      author: { type: 'user', id: me.id, name: me.name },
      attachments: [],
    });
    for (const type of ['reply', 'note', 'comment'] as const) {
      const written = await live.ok(api.createMessage, { params, body: { body: type, type } });
      expect(written.data.type).toBe(type);
    }
    const list = await live.ok(api.listMessages, { params, query: {} });
    expect(list.data[0]).toEqual(message);
    const elsewhere = { params: { conversation_id: other.id }, query: {} };
    expect((await live.ok(api.listMessages, elsewhere)).data).toEqual([]);
  });

  it('of users are recorded, not sent, in a conversation without a channel', async () => {
    const { live } = workspace;
    const started = await converse();
    expect(started).toMatchObject({ mailbox_id: null, connection_id: null });
    const params = { conversation_id: started.id };
    for (const extra of [{}, { send: true }, { send: false }, { type: 'note' as const }]) {
      const { data } = await live.ok(api.createMessage, { params, body: { body: 'Hello', ...extra } });
      expect(data.delivery).toBeNull();
    }
    const refused = await live.call(api.createMessage, { params, body: { body: 'Hello', send: 'no' } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter send');
  });

  it('of the contact are comments by default, and require no other scope', async () => {
    const client = await withKey(workspace, 'conversations:write');
    const { id, contact } = await converse();
    const params = { conversation_id: id };
    const body = { body: 'I wrote this', author: { type: 'contact' } } as const;
    const { data: message } = await client.ok(api.createMessage, { params, body });
    expect(message).toMatchObject({
      type: 'comment',
      author: { type: 'contact', id: contact.id, name: 'Writer' },
    });
    const reply = await client.ok(api.createMessage, { params, body: { ...body, type: 'reply' } });
    expect(reply.data.type).toBe('reply');
  });

  it('are written by another user with an API key that has users:write, and by no other credential', async () => {
    const { live } = workspace;
    const kim = await operator.run(api.createUser, {
      workspace: workspace.credentials.workspace_id,
      email: `${crypto.randomUUID()}@example.com`,
      name: 'Kim',
    });
    const { contact, id } = await converse();
    const params = { conversation_id: id };
    const author = { type: 'user', id: kim.id } as const;
    const { data } = await live.ok(api.createMessage, { params, body: { body: 'From the archive', author } });
    expect(data).toMatchObject({ type: 'reply', author: { type: 'user', id: kim.id, name: 'Kim' } });
    const client = await withKey(workspace, 'conversations:write');
    const message = { body: 'x', author };
    expect(refusalOf(await client.call(api.createMessage, { params, body: message }))).toBe(
      '422 invalid_parameter author.id',
    );
    const started = await client.call(api.createConversation, {
      body: { contact: { id: contact.id }, message },
    });
    expect(refusalOf(started)).toBe('422 invalid_parameter message.author.id');
    for (const other of [
      { type: 'user', id: 'user_01h455vb4pex5vsknk084sn02q' },
      { type: 'contact', id: kim.id },
    ] as const)
      expect(
        refusalOf(await live.call(api.createMessage, { params, body: { body: 'x', author: other } })),
      ).toBe('422 invalid_parameter author.id');
  });

  it('reject unknown fields with handling=strict, also inside a conversation', async () => {
    const { live } = workspace;
    const strict = { prefer: 'handling=strict' };
    const { id } = await converse();
    const message = { body: 'x', author: { type: 'contact', name: 'Me' } };
    const sent = { params: { conversation_id: id }, body: message };
    const written = await live.call(api.createMessage, sent, strict);
    expect(refusalOf(written)).toBe('422 unknown_parameter author.name');
    const body = { contact: { email: 'writer@example.com' }, message };
    const started = await live.call(api.createConversation, { body }, strict);
    expect(refusalOf(started)).toBe('422 unknown_parameter message.author.name');
  });

  it('of the contact reopen a closed conversation; those of users leave it closed', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'conversation.*', 'message.*');
    const params = { conversation_id: (await converse(live)).id };
    await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
    await live.ok(api.createMessage, { params, body: { body: 'For the record', type: 'note' } });
    expect((await live.ok(api.getConversation, { params })).data.status).toBe('closed');
    const author = { type: 'contact' } as const;
    const { data: message } = await live.ok(api.createMessage, { params, body: { body: 'Wait!', author } });
    const { data: reopened } = await live.ok(api.getConversation, { params });
    expect(reopened).toMatchObject({ status: 'open', closed_at: null });
    await live.ok(api.createMessage, { params, body: { body: 'Still here', author } });
    const messages = await receiver.received('message.created', 3);
    expect(messages.map(({ body }) => body.data)).toContainEqual(message);
    const statuses = await receiver.received('conversation.status_changed', 2);
    expect(statuses.map(({ body }) => body.data)).toContainEqual(reopened);
    const updates = await receiver.received('conversation.updated', 2);
    expect(updates.map(({ body }) => [body.previous?.['status'], body.data['status']]).sort()).toEqual([
      ['closed', 'open'],
      ['open', 'closed'],
    ]);
    // What was told too much would have come before what is told of a later change.
    await live.ok(api.updateConversation, { params, body: { subject: 'Later' } });
    await receiver.received('conversation.updated', 3);
    expect(receiver.deliveries).toHaveLength(1 + 3 + 2 + 3);
  });

  it('of the contact that arrive concurrently reopen a conversation once', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, '*');
    const params = { conversation_id: (await converse(live)).id };
    await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
    const body = { body: 'Hello?', author: { type: 'contact' } } as const;
    await Promise.all(Array.from({ length: 10 }, () => live.ok(api.createMessage, { params, body })));
    await receiver.received('message.created', 10);
    await receiver.received('conversation.status_changed', 2);
    await live.ok(api.updateConversation, { params, body: { subject: 'Later' } });
    await receiver.received('conversation.updated', 3);
    expect(receiver.of('conversation.status_changed')).toHaveLength(2);
    expect(receiver.of('conversation.updated')).toHaveLength(3);
  });

  it('are redacted for good: without text, found by search no more, with an event that does not repeat it', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'message.redacted');
    const params = { conversation_id: (await converse(live)).id };
    const body = { body: 'My card is geheimnis' };
    const { data: message } = await live.ok(api.createMessage, { params, body });
    await live.ok(api.createMessage, { params, body: { body: 'Thank you' } });
    expect(message.redacted_at).toBeNull();
    const sent = { params: { ...params, message_id: message.id } };
    const elsewhere = { conversation_id: (await converse(live)).id, message_id: message.id };
    expect((await live.call(api.deleteMessage, { params: elsewhere })).status).toBe(404);

    const redacted = await live.call(api.deleteMessage, sent);
    expect([redacted.status, redacted.body]).toEqual([204, undefined]);
    expect((await live.call(api.deleteMessage, sent)).status).toBe(404);
    const { data, meta } = await live.ok(api.listMessages, { params, query: {} });
    const expected = {
      ...message,
      body: '',
      attachments: [],
      redacted_at: expect.any(String),
      redacted_by: message.author.id,
    };
    expect([data[0], meta.total_count]).toEqual([expected, 2]);
    const found = async (q: string) =>
      (await live.ok(api.listConversations, { query: { q } })).meta.total_count;
    expect([await found('geheimnis'), await found('thank')]).toEqual([0, 1]);
    const [event] = await receiver.received('message.redacted');
    expect(event?.body.data).toEqual(expected);
    expect(event?.raw).not.toContain('geheimnis');
    // The log says that the message was created, and shows it as it is now.
    await eventually(async () => {
      const log = await live.ok(api.listEvents, { query: { resource: message.id } });
      expect(log.data.map((one) => [one.event, one.data])).toEqual([
        ['message.redacted', expected],
        ['message.created', expected],
      ]);
    });
  });
});
