import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const someone = () => ({ email: `${crypto.randomUUID()}@example.com`, name: 'Dana' });
const open = async (fields: Partial<api.Input<typeof api.createTicket>['body']> = {}) =>
  (await live.ok(api.createTicket, { body: { subject: 'Help', ...fields } })).data;
const paramsOf = ({ id }: api.Ticket) => ({ params: { ticket_id: id } });
const ticketNow = async (ticket: api.Ticket) => (await live.ok(api.getTicket, paramsOf(ticket))).data;
const messagesOf = async (ticket: api.Ticket) =>
  (await live.ok(api.listTicketMessages, { ...paramsOf(ticket), query: { type: 'reply' } })).data;

describe('the messages of a ticket', () => {
  it('are none without a conversation, which the first one begins with the contact of the ticket', async () => {
    await using receiver = await subscribed(
      live,
      'ticket.updated',
      'conversation.created',
      'message.created',
    );
    const ticket = await open({ contact: someone(), priority: 'high' });
    expect(await messagesOf(ticket)).toEqual([]);
    const body = { body: 'Hello', attachments: [new File(['Look'], 'look.txt')] };
    const { data: message } = await live.ok(api.createTicketMessage, { ...paramsOf(ticket), body });
    expect(message).toMatchObject({ type: 'reply', body: 'Hello', attachments: [{ name: 'look.txt' }] });
    const { conversation_id } = message;
    expect(await ticketNow(ticket)).toMatchObject({ conversation_id });
    const { data: conversation } = await live.ok(api.getConversation, { params: { conversation_id } });
    const { subject, priority, contact } = ticket;
    expect(conversation).toMatchObject({ subject, priority, contact, messages_count: 1 });
    const second = await live.ok(api.createTicketMessage, { ...paramsOf(ticket), body: { body: 'Again' } });
    expect((await messagesOf(ticket)).map(({ id }) => id)).toEqual([message.id, second.data.id]);
    await eventually(async () => (await ticketNow(ticket)).first_responded_at === message.created_at);
    await receiver.received('message.created', 2);
    await receiver.received('ticket.updated', 2);
    expect(receiver.of('conversation.created')).toHaveLength(1);
    const [linked] = receiver.of('ticket.updated');
    expect(linked?.body.previous).toEqual({ conversation_id: null });
  });

  it('begin one conversation when several come first at once', async () => {
    const ticket = await open({ contact: someone() });
    const write = () => live.ok(api.createTicketMessage, { ...paramsOf(ticket), body: { body: 'First' } });
    const messages = await Promise.all([1, 2, 3, 4].map(write));
    expect(new Set(messages.map(({ data }) => data.conversation_id)).size).toBe(1);
    expect(await messagesOf(ticket)).toHaveLength(4);
  });

  it('are written once with an Idempotency-Key', async () => {
    const ticket = await open({ contact: someone() });
    const write = () =>
      live.ok(
        api.createTicketMessage,
        { ...paramsOf(ticket), body: { body: 'Once' } },
        { 'idempotency-key': 'a' },
      );
    expect(await write()).toEqual(await write());
    expect(await messagesOf(ticket)).toHaveLength(1);
  });

  it('are a 422 for a ticket without contact and conversation, and need the scopes of messages', async () => {
    const ticket = await open();
    const body = { body: 'To whom?' };
    const refused = await live.call(api.createTicketMessage, { ...paramsOf(ticket), body });
    expect(refusalOf(refused)).toBe('422 invalid_parameter ticket_id');
    const narrow = await withKey(workspace, 'tickets:read,tickets:write');
    expect((await narrow.call(api.createTicketMessage, { ...paramsOf(ticket), body })).status).toBe(403);
    expect((await narrow.call(api.listTicketMessages, paramsOf(ticket))).status).toBe(403);
  });
});

describe('a new ticket with a message', () => {
  it('is linked to a new conversation, and has the first words of its text as subject', async () => {
    const message = {
      body: `The printer\n is on fire ${'again '.repeat(20)}`,
      author: { type: 'contact' },
    } as const;
    const body = { contact: someone(), message };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    expect(ticket.subject).toMatch(/^The printer is on fire( again)+…$/);
    expect(ticket.status).toBe('open');
    const { data } = await live.ok(api.listTicketMessages, { ...paramsOf(ticket), query: {} });
    expect(data).toMatchObject([{ body: message.body, author: { type: 'contact', id: ticket.contact?.id } }]);
    const { conversation_id } = ticket;
    const other = await open({ conversation_id, message: { body: 'Another one' } });
    expect(other).toMatchObject({ conversation_id, contact: ticket.contact });
    expect(await messagesOf(ticket)).toMatchObject([{ body: 'Another one' }]);
    const { data: described } = await live.ok(api.createTicket, { body: { description: ' No\tink ' } });
    expect(described.subject).toBe('No ink');
  });

  it('has its attachments in a message of its contact, which is no response', async () => {
    const { data: file } = await live.ok(api.createFile, { body: { file: new File(['Look'], 'look.txt') } });
    const ticket = await open({ contact: someone(), attachments: [file.id] });
    const { data } = await live.ok(api.listTicketMessages, { ...paramsOf(ticket), query: {} });
    expect(data).toMatchObject([
      { type: 'comment', author: { id: ticket.contact?.id }, attachments: [{ file_id: file.id }] },
    ]);
    const { conversation_id } = ticket;
    const unknown = newId('file');
    for (const place of [{ contact: someone() }, { conversation_id }]) {
      const create = (fields: object) =>
        live.call(api.createTicket, { body: { subject: 'Help', ...place, ...fields } });
      expect(refusalOf(await create({ attachments: [unknown] }))).toBe(
        '422 invalid_parameter attachments[0]',
      );
      const message = { body: 'Hello', attachments: [unknown] };
      expect(refusalOf(await create({ message }))).toBe('422 invalid_parameter message.attachments[0]');
    }
    expect((await ticketNow(ticket)).first_responded_at).toBeNull();
  });

  it('needs a text, a contact and the scope of messages', async () => {
    const message = { body: 'Hello' };
    for (const [body, refusal] of [
      [{}, '422 missing_parameter subject'],
      [{ description: ' \n' }, '422 missing_parameter subject'],
      [{ message }, '422 missing_parameter contact'],
      [{ subject: 'Help', attachments: [newId('file')] }, '422 missing_parameter contact'],
      [{ contact: someone(), message, attachments: [newId('file')] }, '422 invalid_parameter attachments'],
    ] as const)
      expect(refusalOf(await live.call(api.createTicket, { body }))).toBe(refusal);
    const narrow = await withKey(workspace, 'tickets:write');
    const unknown = someone();
    const refused = await narrow.call(api.createTicket, { body: { contact: unknown, message } });
    expect(refusalOf(refused)).toBe('403 insufficient_scope message');
    expect((await live.ok(api.listContacts, { query: { email: unknown.email } })).data).toEqual([]);
  });
});

describe('the contact', () => {
  it('of a ticket can be another or a new one, or none, unless its conversation has another', async () => {
    const ticket = await open({ contact: someone() });
    const change = (contact: object | null, more = {}) =>
      live.call(api.updateTicket, { ...paramsOf(ticket), body: { contact, ...more } });
    const other = someone();
    expect((await change(other)).status).toBe(200);
    expect((await ticketNow(ticket)).contact).toMatchObject(other);
    expect((await change(null)).status).toBe(200);
    expect((await ticketNow(ticket)).contact).toBeNull();
    const { data: conversation } = await live.ok(api.createConversation, { body: { contact: other } });
    const conversation_id = conversation.id;
    expect(refusalOf(await change(someone(), { conversation_id }))).toBe(
      '422 invalid_parameter conversation_id',
    );
    expect((await change(other, { conversation_id })).status).toBe(200);
    expect(refusalOf(await change(someone()))).toBe('422 invalid_parameter contact');
    expect((await change(other)).status).toBe(200);
    const unknown = someone();
    const params = { ticket_id: 'ticket_01h455vb4pex5vsknk084sn02q' };
    expect((await live.call(api.updateTicket, { params, body: { contact: unknown } })).status).toBe(404);
    expect((await live.ok(api.listContacts, { query: { email: unknown.email } })).data).toEqual([]);
  });

  it('of a conversation can be another one, whom its tickets follow', async () => {
    const { data: conversation } = await live.ok(api.createConversation, { body: { contact: someone() } });
    const ticket = await open({ conversation_id: conversation.id });
    await using receiver = await subscribed(live, 'ticket.updated');
    const contact = someone();
    const params = { conversation_id: conversation.id };
    const { data: changed } = await live.ok(api.updateConversation, { params, body: { contact } });
    expect(changed.contact).toMatchObject(contact);
    expect((await live.ok(api.getConversation, { params })).data).toEqual(changed);
    const [told] = await receiver.received('ticket.updated');
    expect(told?.body).toMatchObject({
      data: { id: ticket.id, contact: changed.contact },
      previous: { contact: ticket.contact },
    });
    expect((await ticketNow(ticket)).contact).toEqual(changed.contact);
  });
});
