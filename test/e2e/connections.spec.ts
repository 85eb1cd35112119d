import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { auditOf, subscribed, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

type Inbound = api.Input<typeof api.receiveMessage>['body'];
const unique = () => crypto.randomUUID();
const connect = async (fields: Partial<api.Input<typeof api.createConnection>['body']> = {}) =>
  (await live.ok(api.createConnection, { body: { name: 'SMS Germany', type: 'sms', ...fields } })).data;
const paramsOf = ({ id }: api.Connection) => ({ params: { connection_id: id } });

/** Posts a message of somebody who has not written before. */
function receive(connection: api.Connection, fields: Partial<Inbound> = {}, client = live) {
  const handle = unique();
  const body = {
    external_id: unique(),
    external_conversation_id: handle,
    from: { handle },
    body: 'Hello',
  };
  return client.call(api.receiveMessage, { ...paramsOf(connection), body: { ...body, ...fields } });
}
async function received(connection: api.Connection, fields: Partial<Inbound> = {}): Promise<api.Message> {
  const { status, body } = await receive(connection, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body as unknown as { data: api.Message }).data;
}
const conversationOf = async ({ conversation_id }: api.Message) =>
  (await live.ok(api.getConversation, { params: { conversation_id } })).data;

describe('connections', () => {
  it('are created, changed, listed by inbox and deleted, each with an entry in the audit log', async () => {
    const { id: inbox_id } = (await live.ok(api.addInbox, { body: { name: 'Phones' } })).data;
    const created = await connect({ inbox_id });
    expect(created).toMatchObject({ name: 'SMS Germany', type: 'sms', inbox_id });
    const { data: changed } = await live.ok(api.updateConnection, {
      ...paramsOf(created),
      body: { name: 'SMS' },
    });
    expect(await live.ok(api.getConnection, paramsOf(created))).toEqual({ data: changed });
    const listed = await live.ok(api.listConnections, { query: { inbox: inbox_id } });
    expect(listed.data).toEqual([changed]);
    await live.ok(api.deleteConnection, paramsOf(created));
    expect(refusalOf(await live.call(api.getConnection, paramsOf(created)))).toBe('404 not_found');
    const entries = await eventually(async () => {
      const own = (await auditOf(workspace)).filter(({ details }) => details['connection_id'] === created.id);
      expect(own).toHaveLength(3);
      return own;
    });
    expect(entries.map(({ type }) => type)).toEqual(
      ['deleted', 'updated', 'created'].map((verb) => `connection.${verb}`),
    );
    expect(entries[1]?.details['changes']).toEqual({ name: { from: 'SMS Germany', to: 'SMS' } });
  });

  it('lose an inbox that is deleted, and their conversations a connection that is', async () => {
    const { id: inbox_id } = (await live.ok(api.addInbox, { body: { name: 'Passing' } })).data;
    const connection = await connect({ inbox_id });
    const message = await received(connection);
    expect(await conversationOf(message)).toMatchObject({ inbox_id, connection_id: connection.id });
    await live.ok(api.deleteInbox, { params: { inbox_id } });
    await eventually(async () => {
      expect((await live.ok(api.getConnection, paramsOf(connection))).data.inbox_id).toBeNull();
      expect((await conversationOf(message)).inbox_id).toBeNull();
    });
    await using receiver = await subscribed(live, 'conversation.updated');
    await live.ok(api.deleteConnection, paramsOf(connection));
    const [update] = await receiver.received('conversation.updated');
    expect(update?.body).toMatchObject({
      data: { connection_id: null },
      previous: { connection_id: connection.id },
    });
    expect(refusalOf(await receive(connection))).toBe('404 not_found');
  });

  it('belong to one mode', async () => {
    const connection = await connect();
    expect(refusalOf(await workspace.test.call(api.getConnection, paramsOf(connection)))).toBe(
      '404 not_found',
    );
    expect(refusalOf(await receive(connection, {}, workspace.test))).toBe('404 not_found');
  });
});

describe('a message of a channel', () => {
  it('has the time at which it was sent in the channel, if the connector tells it', async () => {
    const connection = await connect();
    const told = await received(connection, { sent_at: '2026-11-21T07:29:58+01:00' });
    expect(told.sent_at).toBe('2026-11-21T06:29:58.000Z');
    expect(Date.parse(told.created_at)).toBeGreaterThan(Date.parse('2026-11-22T00:00:00Z'));
    expect((await received(connection)).sent_at).toBeNull();
    expect(refusalOf(await receive(connection, { sent_at: 'yesterday' }))).toBe(
      '422 invalid_parameter sent_at',
    );
  });

  it('is recorded once, however often it is posted at once', async () => {
    const connection = await connect();
    const same = { external_id: unique(), external_conversation_id: unique(), from: { handle: unique() } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => receive(connection, same)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(7).fill(200), 201]);
    const bodies = answers.map(
      ({ body }) => body as unknown as { data: api.Message; meta: { created: boolean } },
    );
    expect(new Set(bodies.map(({ data }) => data.id)).size).toBe(1);
    expect(bodies.filter(({ meta }) => meta.created)).toHaveLength(1);
    const [first] = bodies.map(({ data }) => data) as [api.Message];
    expect(first).toMatchObject({
      type: 'comment',
      author: { type: 'contact' },
      connection_id: connection.id,
    });
    expect(first).toMatchObject({ delivery: null, email: null, mailbox_id: null });
    const repeated = await receive(connection, { ...same, body: 'Something else' });
    expect([repeated.status, repeated.body]).toEqual([200, { data: first, meta: { created: false } }]);
    const conversation = await conversationOf(first);
    expect(conversation).toMatchObject({ messages_count: 1, channel: 'chat', last_message_by: 'contact' });
  });

  it('shares one conversation with the others of its external conversation, which comes first at once', async () => {
    await using receiver = await subscribed(live, 'conversation.created', 'message.created');
    const connection = await connect({ type: 'custom' });
    const same = { external_conversation_id: unique(), from: { handle: unique(), name: 'Dana Reyes' } };
    const messages = await Promise.all(Array.from({ length: 6 }, () => received(connection, same)));
    expect(new Set(messages.map(({ conversation_id: id }) => id)).size).toBe(1);
    const [first] = messages as [api.Message];
    expect(await conversationOf(first)).toMatchObject({
      messages_count: 6,
      channel: 'api',
      contact: { name: 'Dana Reyes' },
    });
    const events = await receiver.received('message.created', 6);
    expect(new Set(events.map(({ body }) => body.data['connection_id']))).toEqual(new Set([connection.id]));
    expect(receiver.of('conversation.created')).toHaveLength(1);
    // The same ids are those of others in another connection.
    const elsewhere = await received(await connect(), same);
    expect(elsewhere.conversation_id).not.toBe(first.conversation_id);
  });

  it('is of the contact with its e-mail address or phone number, or else its handle', async () => {
    const connection = await connect();
    const [email, phone] = [`${unique()}@example.com`, `+49 30 ${Date.now()}`];
    const known = (await live.ok(api.createContact, { body: { email, phone } })).data;
    const handle = unique();
    const writers = [{ handle, email, phone: '+49 30 1' }, { handle, phone }, { handle }, { handle }];
    const contacts = [];
    for (const from of writers)
      contacts.push((await conversationOf(await received(connection, { from }))).contact.id);
    expect(contacts.slice(0, 2)).toEqual([known.id, known.id]);
    expect(contacts[2]).toBe(contacts[3]);
    const { data } = await live.ok(api.getContact, {
      params: { contact_id: contacts[2] as api.Id<'contact'> },
    });
    expect(data.external_id).toBe(`${connection.id}:${handle}`);
  });

  it('reopens a closed conversation, and begins another one once its own is deleted', async () => {
    const connection = await connect();
    const same = { external_id: unique(), external_conversation_id: unique() };
    const first = await received(connection, same);
    const params = { conversation_id: first.conversation_id };
    await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
    await received(connection, { ...same, external_id: unique() });
    expect(await conversationOf(first)).toMatchObject({ status: 'open', messages_count: 2 });
    await live.ok(api.deleteConversation, { params });
    const again = await received(connection, same);
    expect(again.conversation_id).not.toBe(first.conversation_id);
  });

  it('stays redacted when it is posted again', async () => {
    const connection = await connect();
    const same = { external_id: unique(), external_conversation_id: unique() };
    const { conversation_id, id } = await received(connection, same);
    await live.ok(api.deleteMessage, { params: { conversation_id, message_id: id } });
    const { status, body } = await receive(connection, same);
    expect([status, body]).toMatchObject([200, { data: { id, body: '', redacted_at: expect.any(String) } }]);
  });

  it('may have files, which its connector may read, instead of a text', async () => {
    const connection = await connect();
    const { data: file } = await live.ok(api.createFile, { body: { file: new File(['Look'], 'look.txt') } });
    const message = await received(connection, { body: '', attachments: [file.id] });
    expect(message).toMatchObject({ body: '', attachments: [{ file_id: file.id, name: 'look.txt' }] });
    expect(refusalOf(await receive(connection, { body: ' ' }))).toBe('422 invalid_parameter body');
    const narrow = await withKey(workspace, 'conversations:write');
    expect((await receive(connection, {}, narrow)).status).toBe(201);
    const refused = await receive(connection, { attachments: [file.id] }, narrow);
    expect(refusalOf(refused)).toBe('403 insufficient_scope attachments');
  });
});

describe('a reply in a conversation of a connection', () => {
  const reply = async (message: api.Message, body: Record<string, unknown> = {}) => {
    const params = { conversation_id: message.conversation_id };
    return (await live.ok(api.createMessage, { params, body: { body: 'It is on its way.', ...body } })).data;
  };
  const idsOf = ({ conversation_id, id }: api.Message) => ({ params: { conversation_id, message_id: id } });
  const report = (
    message: api.Message,
    body: api.Input<typeof api.updateMessageDelivery>['body'],
    client = live,
  ) => client.call(api.updateMessageDelivery, { ...idsOf(message), body });

  it('waits for its connector, which is told of it and reports what becomes of it', async () => {
    const connection = await connect();
    const external_conversation_id = unique();
    const inbound = await received(connection, { external_conversation_id });
    await using receiver = await subscribed(live, 'message.*');
    const sent = await reply(inbound);
    const waiting = { address: external_conversation_id, status: 'queued', error: null };
    expect(sent).toMatchObject({ connection_id: connection.id, mailbox_id: null, email: null });
    expect(sent.delivery).toMatchObject({ status: 'queued', error: null, recipients: [waiting] });
    const [created] = await receiver.received('message.created');
    expect(created?.body.data).toEqual(sent);
    for (const status of ['sent', 'delivered', 'sent', 'delivered', 'sending'] as const)
      expect((await report(sent, { status })).status).toBe(200);
    const { data: delivered } = await live.ok(api.getMessage, idsOf(sent));
    expect(delivered.delivery).toMatchObject({ status: 'delivered', recipients: [{ status: 'delivered' }] });
    // Whatever was told too much would have come before what is told of another message.
    const next = await reply(inbound);
    await report(next, { status: 'failed', error: { code: 'number_unreachable', message: 'Not in use.' } });
    const updates = await receiver.received('message.delivery_updated', 3);
    const states = updates.map(({ body }) => [body.previous?.['delivery'], body.data['delivery']] as never);
    expect(states.map((both: { status: string }[]) => both.map(({ status }) => status))).toEqual(
      expect.arrayContaining([
        ['queued', 'sent'],
        ['sent', 'delivered'],
        ['queued', 'failed'],
      ]),
    );
    expect(receiver.of('message.delivery_updated')).toHaveLength(3);
  });

  it('that has failed is sent again, which its connector learns by the event', async () => {
    const inbound = await received(await connect());
    const sent = await reply(inbound);
    expect(refusalOf(await live.call(api.resendMessage, idsOf(sent)))).toBe(
      '422 invalid_parameter message_id',
    );
    await report(sent, { status: 'failed', error: { code: 'number_unreachable', message: 'Not in use.' } });
    await using receiver = await subscribed(live, 'message.delivery_updated');
    const refused = await live.call(api.resendMessage, {
      ...idsOf(sent),
      body: { email: { to: ['a@example.com'] } },
    });
    expect(refusalOf(refused)).toBe('422 invalid_parameter email');
    const { data: again } = await live.ok(api.resendMessage, { ...idsOf(sent), body: {} });
    expect(again).toMatchObject({ id: sent.id, delivery: { status: 'queued', error: null } });
    const [update] = await receiver.received('message.delivery_updated');
    expect(update?.body).toMatchObject({ data: again, previous: { delivery: { status: 'failed' } } });
    await report(again, { status: 'sent' });
    expect(refusalOf(await live.call(api.resendMessage, idsOf(sent)))).toBe(
      '422 invalid_parameter message_id',
    );
    await live.ok(api.deleteMessage, idsOf(sent));
    expect(refusalOf(await live.call(api.resendMessage, idsOf(sent)))).toBe('404 not_found');
  });

  it('does not leave if it is none, or is to be recorded only', async () => {
    const inbound = await received(await connect());
    for (const body of [
      { type: 'note' },
      { type: 'comment' },
      { send: false },
      { author: { type: 'contact' } },
    ]) {
      const recorded = await reply(inbound, body);
      expect(recorded).toMatchObject({ delivery: null, connection_id: null });
      expect(refusalOf(await report(recorded, { status: 'sent' }))).toBe('422 invalid_parameter message_id');
    }
    expect(refusalOf(await report(inbound, { status: 'sent' }))).toBe('422 invalid_parameter message_id');
    const params = { conversation_id: inbound.conversation_id };
    const mail = { params, body: { body: 'Hello', email: { subject: 'Hello' } } };
    expect(refusalOf(await live.call(api.createMessage, mail))).toBe('422 invalid_parameter email');
  });

  it('that nobody wrote before goes to the phone number of the contact', async () => {
    const { id: connection_id } = await connect();
    const body = {
      contact: { phone: '+49 30 7654321' },
      connection_id,
      message: { body: 'Your order is here.' },
    };
    const { data: conversation } = await live.ok(api.createConversation, { body });
    const params = { conversation_id: conversation.id };
    const [first] = (await live.ok(api.listMessages, { params, query: {} })).data;
    expect(first?.delivery?.recipients.map(({ address }) => address)).toEqual(['+49 30 7654321']);
    const unknown = { ...body, connection_id: 'conn_01h455vb4pex5vsknk084sn02q' };
    expect(refusalOf(await live.call(api.createConversation, { body: unknown }))).toBe(
      '422 invalid_parameter connection_id',
    );
  });

  it('has failed where the contact has no phone number, until it is sent again with one', async () => {
    const { id: connection_id } = await connect();
    const body = { contact: { email: `${unique()}@example.com` }, connection_id };
    const { data: conversation } = await live.ok(api.createConversation, { body });
    const params = { conversation_id: conversation.id };
    const { data: failed } = await live.ok(api.createMessage, { params, body: { body: 'Hello' } });
    expect(failed.delivery).toMatchObject({ status: 'failed', error: { code: 'no_recipients' } });
    const phone = `+49 30 ${Date.now()}`;
    await live.ok(api.updateContact, { params: { contact_id: conversation.contact.id }, body: { phone } });
    await eventually(async () => {
      const { data: again } = await live.ok(api.resendMessage, { ...idsOf(failed), body: {} });
      expect(again.delivery).toMatchObject({ status: 'queued', recipients: [{ address: phone }] });
    });
  });
});
