import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { query } from './session-api/query.ts';

const UNKNOWN_USER = 'user_01h455vb4pex5vsknk084sn02q';

/** Adds messages to a conversation, and returns a function that counts those in the database. */
async function addMessages(conversation: string, count: number) {
  await query(
    `insert into conversation.message (workspace_id, mode, id, version, conversation_id, body, type, author_type,
       author_id, created_at, updated_at)
     select workspace_id, mode, gen_random_uuid(), 1, id, 'Repeated', 'note', 'user', id, now(), now()
       from conversation.conversation, generate_series(1, $2::int) where id = $1`,
    [conversation, count],
  );
  return () =>
    query('select count(*)::int as n from conversation.message where conversation_id = $1', [conversation]);
}

const workspace = await operator.workspace();

describe('conversations', () => {
  it('creates a conversation with a new contact, and retrieves it unchanged', async () => {
    const { live } = workspace;
    const { data: conversation } = await live.ok(api.createConversation, {
      body: {
        subject: 'Where is my order?',
        contact: { email: 'Dana@Example.com', name: 'Dana' },
        message: { body: 'We are looking into it.', type: 'reply' },
        channel: 'email',
        priority: 'high',
        tags: ['Orders', 'orders', 'late'],
        custom_fields: { order: 4711 },
      },
    });
    expect(api.Conversation.parse(conversation)).toEqual(conversation);
    expect(conversation).toMatchObject({
      subject: 'Where is my order?',
      status: 'open',
      priority: 'high',
      channel: 'email',
      assignee: null,
      contact: { name: 'Dana', email: 'Dana@Example.com' },
      tags: ['Orders', 'late'],
      custom_fields: { order: 4711 },
      closed_at: null,
    });
    const params = { conversation_id: conversation.id };
    expect((await live.ok(api.getConversation, { params })).data).toEqual(conversation);
    expect((await live.ok(api.listConversations, { query: {} })).data).toEqual([conversation]);
    const contact = await live.ok(api.getContact, { params: { contact_id: conversation.contact.id } });
    expect(contact.data).toMatchObject({ email: 'Dana@Example.com', name: 'Dana' });
    const { data: me } = await live.ok(api.getMe, {});
    const messages = await live.ok(api.listMessages, { params, query: {} });
    expect(messages.data).toMatchObject([
      {
        body: 'We are looking into it.',
        type: 'reply',
        author: { type: 'user', id: me.id, name: me.name },
        attachments: [],
      },
    ]);
  });

  it('requires only a contact', async () => {
    const { data } = await workspace.live.ok(api.createConversation, {
      body: { contact: { email: 'bare@example.com' } },
    });
    expect(data).toMatchObject({
      subject: null,
      status: 'open',
      priority: 'normal',
      channel: 'api',
      tags: [],
      custom_fields: {},
    });
    const messages = await workspace.live.ok(api.listMessages, {
      params: { conversation_id: data.id },
      query: {},
    });
    expect(messages.data).toEqual([]);
  });

  it.each([
    [{ contact: {} }, 'contact.email', 'missing_parameter'],
    [{ contact: { id: 'contact_01h455vb4pex5vsknk084sn02q' } }, 'contact.id', 'invalid_parameter'],
    [{ message: { body: 'x', author: { type: 'bot' } } }, 'message.author.type', 'invalid_parameter'],
    [{ assignee_id: UNKNOWN_USER }, 'assignee_id', 'invalid_parameter'],
  ])('rejects %j, and creates neither contact nor conversation', async (fault, param, code) => {
    const { live } = await operator.workspace();
    const usual = { contact: { email: 'no@example.com' } };
    const refused = await live.call(api.createConversation, { body: { ...usual, ...fault } });
    expect(refusalOf(refused)).toBe(`422 ${code} ${param}`);
    for (const list of [api.listConversations, api.listContacts])
      expect((await live.ok(list, { query: {} })).meta.total_count).toBe(0);
  });

  it('can be assigned only to active users of the workspace', async () => {
    const { live, credentials } = workspace;
    const user = { workspace: credentials.workspace_id, name: 'Alex' };
    const active = await operator.run(api.createUser, { ...user, email: 'alex@example.com' });
    const gone = await operator.run(api.createUser, {
      ...user,
      email: 'gone@example.com',
      status: 'inactive',
    });
    const { data } = await live.ok(api.createConversation, {
      body: { contact: { email: 'assign@example.com' }, assignee_id: active.id },
    });
    expect(data.assignee).toEqual({ id: active.id, name: 'Alex' });
    const params = { conversation_id: data.id };
    const refused = await live.call(api.updateConversation, { params, body: { assignee_id: gone.id } });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'assignee_id']);
    const freed = await live.ok(api.updateConversation, { params, body: { assignee_id: null } });
    expect(freed.data.assignee).toBeNull();
  });

  it('changes only the given fields, and nothing if they already have the given values', async () => {
    const { live } = workspace;
    const { data: conversation } = await live.ok(api.createConversation, {
      body: {
        subject: 'Patch me',
        contact: { email: 'patch@example.com' },
        tags: ['a'],
        custom_fields: { a: 1, b: 2 },
      },
    });
    const params = { conversation_id: conversation.id };
    const body = {
      subject: 'Patched',
      status: 'closed',
      priority: 'urgent',
      tags: ['b', 'c'],
      custom_fields: { b: null, c: true },
    } satisfies api.Input<typeof api.updateConversation>['body'];
    const patched = await live.ok(api.updateConversation, { params, body });
    expect(patched.data).toEqual({
      ...conversation,
      subject: 'Patched',
      priority: 'urgent',
      tags: ['b', 'c'],
      custom_fields: { a: 1, c: true },
      status: 'closed',
      closed_at: expect.any(String),
      updated_at: patched.data.updated_at,
    });
    for (const again of [body, {}]) {
      expect((await live.ok(api.updateConversation, { params, body: again })).data).toEqual(patched.data);
    }
    const tagged = await live.ok(api.updateConversation, { params, body: { tags: ['late'] } });
    expect(tagged.data.closed_at).toBe(patched.data.closed_at);
    const reopened = await live.ok(api.updateConversation, { params, body: { status: 'pending' } });
    expect(reopened.data).toMatchObject({ status: 'pending', closed_at: null });
  });

  it('sends an event for each change, and none if nothing changed', async () => {
    const { live, credentials } = await operator.workspace();
    const { data: me } = await live.ok(api.getMe, {});
    await using receiver = await Receiver.start();
    await live.ok(api.createWebhook, {
      body: { url: receiver.url, events: ['conversation.*', 'message.*'] },
    });
    const { data: created } = await live.ok(api.createConversation, {
      body: { subject: 'Told', contact: { email: 'told@example.com' }, message: { body: 'First' } },
    });
    const params = { conversation_id: created.id };
    const same: api.Input<typeof api.updateConversation>['body'][] = [{ status: 'open' }, { tags: [] }, {}];
    for (const body of same) await live.ok(api.updateConversation, { params, body });
    const { data: changed } = await live.ok(api.updateConversation, {
      params,
      body: { status: 'closed', assignee_id: me.id, priority: 'low' },
    });
    const [assigned] = await receiver.received('conversation.assigned');
    const [status] = await receiver.received('conversation.status_changed');
    const [updated] = await receiver.received('conversation.updated');
    const [made] = await receiver.received('conversation.created');
    const [message] = await receiver.received('message.created');
    expect(made?.body.data).toEqual(created);
    expect(message?.body.data).toMatchObject({ body: 'First', conversation_id: created.id });
    expect(updated?.body).toMatchObject({
      data: changed,
      previous: { status: 'open', assignee: null, priority: 'normal', closed_at: null },
    });
    expect(Object.keys(updated?.body.previous ?? {})).toHaveLength(4);
    const told = { data: changed, previous: updated?.body.previous };
    expect([status?.body, assigned?.body]).toMatchObject([told, told]);
    // What was told too much would have come before what is told of a later change.
    await live.ok(api.updateConversation, { params, body: { subject: 'Later' } });
    await receiver.received('conversation.updated', 2);
    expect(receiver.deliveries.map(({ body }) => body.event).sort()).toEqual([
      'conversation.assigned',
      'conversation.created',
      'conversation.status_changed',
      'conversation.updated',
      'conversation.updated',
      'message.created',
    ]);
    expect(updated?.body).toMatchObject({ workspace_id: credentials.workspace_id, mode: 'live' });
  });

  it('shows the new name of its contact within two seconds, and none after deletion', async () => {
    const { live } = workspace;
    const { data: conversation } = await live.ok(api.createConversation, {
      body: { contact: { email: 'maiden@example.com', name: 'Maiden' } },
    });
    const [params, id] = [{ conversation_id: conversation.id }, conversation.contact.id];
    const author = { type: 'contact' } as const;
    await live.ok(api.createMessage, { params, body: { body: 'It is me', author } });
    const shown = async () => {
      const { data } = await live.ok(api.getConversation, { params });
      const messages = await live.ok(api.listMessages, { params, query: {} });
      return { contact: data.contact, author: messages.data[0]?.author };
    };
    await live.ok(api.updateContact, { params: { contact_id: id }, body: { name: 'Married' } });
    await eventually(async () =>
      expect(await shown()).toEqual({
        contact: { id, name: 'Married', email: 'maiden@example.com', phone: null },
        author: { type: 'contact', id, name: 'Married' },
      }),
    );
    await live.ok(api.deleteContact, { params: { contact_id: id } });
    await eventually(async () =>
      expect(await shown()).toEqual({
        contact: { id, name: 'Deleted contact', email: null, phone: null },
        author: { type: 'contact', id, name: 'Deleted contact' },
      }),
    );
    const again = await live.call(api.createConversation, { body: { contact: { id } } });
    expect([again.status, again.body.error.param]).toEqual([422, 'contact.id']);
    const { data: fresh } = await live.ok(api.createConversation, {
      body: { contact: { email: 'maiden@example.com' } },
    });
    expect(fresh.contact.id).not.toBe(id);
  });
});

it('a deleted conversation is gone with all of its messages, from search and counts too, and tickets lose their link', async () => {
  const { live } = await operator.workspace();
  await using receiver = await Receiver.start();
  await live.ok(api.createWebhook, {
    body: { url: receiver.url, events: ['conversation.deleted', 'ticket.updated'] },
  });
  const contact = { email: 'dana@example.com' };
  const body = { contact, tags: ['sport'], message: { body: 'Zweifelderball' } };
  const { data: conversation } = await live.ok(api.createConversation, { body });
  const { data: kept } = await live.ok(api.createConversation, { body });
  const remaining = await addMessages(api.uuidOf('conversation', conversation.id), 2_500);
  const { data: ticket } = await live.ok(api.createTicket, {
    body: { subject: 'Linked', conversation_id: conversation.id },
  });
  const sent = { params: { conversation_id: conversation.id } };
  const stale = { 'if-match': '"conv_01h455vb4pex5vsknk084sn02q.1"' };
  expect((await live.call(api.deleteConversation, sent, stale)).status).toBe(412);

  const deleted = await live.call(api.deleteConversation, sent);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  for (const operation of [api.deleteConversation, api.getConversation])
    expect((await live.call(operation, sent)).status).toBe(404);
  expect((await live.call(api.listMessages, { ...sent, query: {} })).status).toBe(404);
  expect((await live.call(api.createMessage, { ...sent, body: { body: 'Late' } })).status).toBe(404);
  for (const [q, total] of [
    [undefined, 1],
    ['zweifelderball', 1],
    ['repeated', 0],
  ] as const) {
    const list = await live.ok(api.listConversations, { query: q === undefined ? {} : { q } });
    expect([list.data.map(({ id }) => id), list.meta.total_count]).toEqual([total ? [kept.id] : [], total]);
  }
  await eventually(async () => {
    expect((await live.ok(api.listTags, { query: {} })).data).toMatchObject([{ name: 'sport', count: 1 }]);
    const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    expect([data.conversation_id, data.contact]).toEqual([null, ticket.contact]);
  });
  const [event] = await receiver.received('conversation.deleted');
  expect(event?.body.data).toEqual({ id: conversation.id });
  const [updated] = await receiver.received('ticket.updated');
  expect(updated?.body.previous).toMatchObject({ conversation_id: conversation.id });
  await eventually(async () => expect(await remaining()).toEqual([{ n: 0 }]));
});
