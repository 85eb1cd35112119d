import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

const { live } = await operator.workspace();

/** Contacts that have not all of what identifies one, so that records show null for the rest. */
const CONTACTS = {
  'an address alone': () => ({ email: `${crypto.randomUUID()}@example.com` }),
  'a number alone': () => ({ phone: `+4930${Math.random().toString().slice(2, 10)}` }),
  'an external id alone': () => ({ external_id: crypto.randomUUID() }),
};

const recordsOf = async (contact: object) => {
  const { data: conversation } = await live.ok(api.createConversation, { body: { contact } });
  const own = { id: conversation.contact.id };
  const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Whole', contact: own } });
  return { ticket, conversation };
};

const repeat = async ({ ticket, conversation }: Awaited<ReturnType<typeof recordsOf>>) => {
  const { data: shown } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
  const { data: talk } = await live.ok(api.getConversation, { params: { conversation_id: conversation.id } });
  const again = await live.call(api.updateTicket, { params: { ticket_id: ticket.id }, body: shown as never });
  const same = await live.call(api.updateConversation, {
    params: { conversation_id: conversation.id },
    body: talk as never,
  });
  expect([again.body, same.body]).toEqual([{ data: shown }, { data: talk }]);
  return { ticket: shown, conversation: talk };
};

describe('a ticket or conversation', () => {
  it.each(Object.entries(CONTACTS))(
    'is unchanged by its whole record, of a contact with %s',
    async (_, contact) => {
      await repeat(await recordsOf(contact()));
    },
  );

  it('is unchanged by its whole record, of a contact that has been deleted', async () => {
    const records = await recordsOf({ email: `${crypto.randomUUID()}@example.com` });
    const { id } = records.conversation.contact;
    await live.ok(api.deleteContact, { params: { contact_id: id } });
    const params = { ticket_id: records.ticket.id, conversation_id: records.conversation.id };
    await eventually(async () => {
      const { data: ticket } = await live.ok(api.getTicket, { params });
      const { data: conversation } = await live.ok(api.getConversation, { params });
      return ticket.contact?.email === null && conversation.contact.email === null;
    });
    const { ticket } = await repeat(records);
    expect(ticket.contact).toEqual({ id, name: 'Deleted contact', email: null, phone: null });
    const refused = await live.call(api.createTicket, { body: { subject: 'New', contact: { id } } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter contact.id');
  });
});

describe('the contact of a request', () => {
  const email = () => `${crypto.randomUUID()}@example.com`;
  const create = (contact: object) => live.call(api.createTicket, { body: { subject: 'Form', contact } });

  it.each([null, '', ' \u200b'])('may have %j for what is not given', async (nothing) => {
    const address = email();
    const contact = { id: null, email: address, phone: nothing, external_id: nothing, name: nothing };
    expect([
      (await create(contact)).status,
      await live.ok(api.listContacts, { query: { email: address } }),
    ]).toMatchObject([201, { data: [{ email: address, name: null, phone: null, external_id: null }] }]);
    const strict = { Prefer: 'handling=strict' };
    const sent = { body: { contact: { ...contact, email: email() } } };
    expect((await live.call(api.createConversation, sent as never, strict)).status).toBe(201);
    expect(refusalOf(await create({ ...contact, email: nothing }))).toBe(
      '422 missing_parameter contact.email',
    );
  });
});
