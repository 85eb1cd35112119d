import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, eventually, Receiver } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();

describe('contacts', () => {
  it('requires an e-mail address or a phone number', async () => {
    const { live } = workspace;
    const neither = await live.call(api.createContact, { body: { name: 'Nobody' } });
    expect(refusalOf(neither)).toBe('422 missing_parameter email');
    await live.ok(api.createContact, { body: { phone: '112' } });
  });

  it('is renamed in its tickets', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, {
      body: { email: 'maiden@example.com', name: 'Maiden' },
    });
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Renamed', contact: { id: contact.id } },
    });
    const body = { name: 'Married', email: 'married@example.com' };
    await live.ok(api.updateContact, { params: { contact_id: contact.id }, body });
    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
      expect(data.contact).toEqual({ id: contact.id, ...body, phone: null });
    });
    const { data: next } = await live.ok(api.createTicket, {
      body: { subject: 'By new address', contact: { email: 'married@example.com' } },
    });
    expect(next.contact?.id).toBe(contact.id);
    const { data: other } = await live.ok(api.createTicket, {
      body: { subject: 'By old address', contact: { email: 'maiden@example.com' } },
    });
    expect(other.contact?.id).not.toBe(contact.id);
  });

  it('keeps its tickets anonymized after deletion, and gets no new ones', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, {
      body: { email: 'forget@example.com', name: 'Forget Me' },
    });
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Left behind', contact: { id: contact.id } },
    });
    const sent = { params: { contact_id: contact.id } };
    const deleted = await live.call(api.deleteContact, sent);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    for (const operation of [api.deleteContact, api.getContact, api.updateContact])
      expect((await live.call(operation, { ...sent, body: {} })).status).toBe(404);
    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
      expect(data.contact).toEqual({ id: contact.id, name: 'Deleted contact', email: null, phone: null });
    });
    const refused = await live.call(api.createTicket, {
      body: { subject: 'x', contact: { id: contact.id } },
    });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'contact.id']);
    const { data: next } = await live.ok(api.createTicket, {
      body: { subject: 'Anew', contact: { email: 'forget@example.com' } },
    });
    expect(next.contact).toMatchObject({ email: 'forget@example.com', name: null });
    expect(next.contact?.id).not.toBe(contact.id);
  });

  it('changes only the given fields, and nothing if they already have the given values', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, {
      body: { email: 'patch@example.com', name: 'Pat', company: 'Acme', custom_fields: { a: 1, b: 2 } },
    });
    const params = { contact_id: contact.id };
    const body = { name: 'Patricia', company: null, custom_fields: { b: null, c: ['x'] } };
    const { data: changed } = await live.ok(api.updateContact, { params, body });
    expect(changed).toEqual({
      ...contact,
      name: 'Patricia',
      company: null,
      custom_fields: { a: 1, c: ['x'] },
      updated_at: expect.any(String),
    });
    expect(changed.updated_at > contact.updated_at).toBe(true);
    expect((await live.ok(api.updateContact, { params, body })).data).toEqual(changed);
    expect((await live.ok(api.updateContact, { params, body: {} })).data).toEqual(changed);
    expect((await live.ok(api.getContact, { params })).data).toEqual(changed);
  });

  it('has an address that no other contact of the workspace and mode has, in any case', async () => {
    const { live, test } = workspace;
    const { data: contact } = await live.ok(api.createContact, { body: { email: 'from@example.com' } });
    await live.ok(api.createContact, { body: { email: 'occupied@example.com' } });
    await test.ok(api.createContact, { body: { email: 'from@example.com' } });
    const params = { contact_id: contact.id };
    const taken = await live.call(api.updateContact, { params, body: { email: 'Occupied@example.com' } });
    expect(refusalOf(taken)).toBe('422 duplicate_value email');
    await live.ok(api.updateContact, { params, body: { email: 'to@example.com' } });
    // The former address is free.
    await live.ok(api.createContact, { body: { email: 'from@example.com' } });
    const again = await live.call(api.createContact, { body: { email: 'TO@example.com' } });
    expect(refusalOf(again)).toBe('422 duplicate_value email');
  });

  it('sends an event for each change, and none if nothing changed', async () => {
    const { live } = await operator.workspace();
    await using receiver = await Receiver.start();
    await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['contact.*'] } });
    const { data: contact } = await live.ok(api.createContact, {
      body: { email: 'news@example.com', name: 'Old' },
    });
    const params = { contact_id: contact.id };
    const { data: changed } = await live.ok(api.updateContact, { params, body: { name: 'New' } });
    await live.ok(api.updateContact, { params, body: { name: 'New' } });
    await live.call(api.deleteContact, { params });
    const [deleted] = await receiver.received('contact.deleted');
    expect(deleted?.body.data).toEqual({ id: contact.id });
    const [updated] = await receiver.received('contact.updated');
    expect(updated?.body).toMatchObject({ data: changed, previous: { name: 'Old' } });
    expect(Object.keys(updated?.body.previous ?? {})).toEqual(['name']);
    expect(receiver.of('contact.updated')).toHaveLength(1);
  });
});

it('a bulk update of contacts changes each one independently, in the requested order, with an event for each', async () => {
  const { live, test } = await operator.workspace();
  const create = async (client = live) => {
    const body = { email: `${crypto.randomUUID()}@example.com`, custom_fields: { a: 1, b: 2 } };
    return (await client.ok(api.createContact, { body })).data;
  };
  const [one, two, three, foreign] = [await create(), await create(), await create(), await create(test)];
  const update = { company: 'Acme', custom_fields: { a: null, c: 3 } };
  await live.ok(api.updateContact, { params: { contact_id: two.id }, body: update });
  await using receiver = await Receiver.start();
  await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['contact.updated'] } });
  const unknown = 'contact_01h455vb4pex5vsknk084sn02q';
  const ids = [three.id, unknown, two.id, foreign.id, 'nonsense', one.id, three.id];
  const missing = { type: 'not_found_error', code: 'not_found', message: 'No such contact.' };
  expect(await live.ok(api.updateContacts, { body: { ids, update } })).toEqual({
    data: [
      { id: three.id, status: 'updated' },
      { id: unknown, status: 'failed', error: missing },
      { id: two.id, status: 'unchanged' },
      { id: foreign.id, status: 'failed', error: missing },
      { id: 'nonsense', status: 'failed', error: missing },
      { id: one.id, status: 'updated' },
    ],
    meta: { total: 6, succeeded: 3, failed: 3 },
  });
  for (const { id } of [one, two, three])
    expect((await live.ok(api.getContact, { params: { contact_id: id } })).data).toMatchObject({
      company: 'Acme',
      custom_fields: { b: 2, c: 3 },
    });
  expect((await test.ok(api.getContact, { params: { contact_id: foreign.id } })).data).toEqual(foreign);
  // What was told too much would have come with what is told of a later change; webhooks promise no order.
  await live.ok(api.updateContacts, { body: { ids: [one.id], update: { company: 'Newer' } } });
  await eventually(() => {
    const told = receiver.deliveries.map(({ body }) => body);
    expect(told.map(({ previous }) => previous)).toContainEqual({ company: 'Acme' });
    expect(told.map(({ data }) => data['id']).toSorted()).toEqual([one.id, one.id, three.id].toSorted());
  });
});
