import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();

describe('contacts', () => {
  it('rejects an e-mail address that another contact of the workspace and mode has, in any case', async () => {
    const { live, test } = workspace;
    await live.ok(api.createContact, { body: { email: 'twice@example.com' } });
    const again = await live.call(api.createContact, { body: { email: 'TWICE@example.com' } });
    expect(refusalOf(again)).toBe('422 duplicate_value email');
    await test.ok(api.createContact, { body: { email: 'twice@example.com' } });
  });

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
      expect(data.contact).toEqual({ id: contact.id, ...body });
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
    await live.call(api.deleteContact, { params: { contact_id: contact.id } });
    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
      expect(data.contact).toEqual({ id: contact.id, name: 'Deleted contact', email: null });
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

  it('can change to another address, which frees the old one', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, { body: { email: 'from@example.com' } });
    await live.ok(api.createContact, { body: { email: 'occupied@example.com' } });
    const params = { contact_id: contact.id };
    const taken = await live.call(api.updateContact, { params, body: { email: 'Occupied@example.com' } });
    expect(refusalOf(taken)).toBe('422 duplicate_value email');
    await live.ok(api.updateContact, { params, body: { email: 'to@example.com' } });
    await live.ok(api.createContact, { body: { email: 'from@example.com' } });
    expect((await live.call(api.createContact, { body: { email: 'TO@example.com' } })).status).toBe(422);
  });

  it('must keep an e-mail address or a phone number', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, { body: { email: 'only@example.com' } });
    const params = { contact_id: contact.id };
    const refused = await live.call(api.updateContact, { params, body: { email: null } });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'email']);
    const { data } = await live.ok(api.updateContact, { params, body: { email: null, phone: '112' } });
    expect(data).toMatchObject({ email: null, phone: '112' });
  });

  it('is not found after deletion, and its address can be used again', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, { body: { email: 'gone@example.com' } });
    const sent = { params: { contact_id: contact.id } };
    const deleted = await live.call(api.deleteContact, sent);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await live.call(api.deleteContact, sent)).status).toBe(404);
    expect((await live.call(api.getContact, sent)).status).toBe(404);
    expect((await live.call(api.updateContact, { ...sent, body: { name: 'x' } })).status).toBe(404);
    const { data: next } = await live.ok(api.createContact, { body: { email: 'gone@example.com' } });
    expect(next.id).not.toBe(contact.id);
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

describe('a bulk update of contacts', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  const create = async (count: number, fields = {}): Promise<api.Id<'contact'>[]> => {
    const ids: api.Id<'contact'>[] = [];
    for (let index = 0; index < count; index += 1) {
      const body = { email: `${crypto.randomUUID()}@example.com`, ...fields };
      ids.push((await workspace.live.ok(api.createContact, { body })).data.id);
    }
    return ids;
  };

  it('updates each contact independently, and returns the results in the requested order', async () => {
    const { live, test } = workspace;
    const [one = 'contact_', two = 'contact_', three = 'contact_'] = await create(3, {
      custom_fields: { a: 1, b: 2 },
    });
    await live.ok(api.updateContact, {
      params: { contact_id: two },
      body: { company: 'Acme', custom_fields: { a: null, c: 3 } },
    });
    const { data: foreign } = await test.ok(api.createContact, { body: { email: 'foreign@example.com' } });
    const unknown = 'contact_01h455vb4pex5vsknk084sn02q';
    const ids = [three, unknown, two, foreign.id, 'nonsense', one, three];
    const update = { company: 'Acme', custom_fields: { a: null, c: 3 } };
    const result = await live.ok(api.updateContacts, { body: { ids, update } });
    const missing = { type: 'not_found_error', code: 'not_found', message: 'No such contact.' };
    expect(result).toEqual({
      data: [
        { id: three, status: 'updated' },
        { id: unknown, status: 'failed', error: missing },
        { id: two, status: 'unchanged' },
        { id: foreign.id, status: 'failed', error: missing },
        { id: 'nonsense', status: 'failed', error: missing },
        { id: one, status: 'updated' },
      ],
      meta: { total: 6, succeeded: 3, failed: 3 },
    });
    for (const id of [one, two, three]) {
      const { data } = await live.ok(api.getContact, { params: { contact_id: id } });
      expect(data).toMatchObject({ company: 'Acme', custom_fields: { b: 2, c: 3 } });
    }
    expect((await test.ok(api.getContact, { params: { contact_id: foreign.id } })).data).toEqual(foreign);
  });

  it('does not change contacts that reject the update', async () => {
    const { live } = workspace;
    const ids = await create(3);
    const update = { email: 'shared@example.com' };
    const { data, meta } = await live.ok(api.updateContacts, { body: { ids, update } });
    expect(data.map(({ status, error }) => [status, error?.code, error?.param])).toEqual([
      ['updated', undefined, undefined],
      ['failed', 'duplicate_value', 'update.email'],
      ['failed', 'duplicate_value', 'update.email'],
    ]);
    expect(meta).toEqual({ total: 3, succeeded: 1, failed: 2 });
  });

  it('sends one event per contact', async () => {
    // One of its own: what was changed before may still be on its way to webhooks.
    workspace = await operator.workspace();
    await using receiver = await Receiver.start();
    const { live } = workspace;

    const ids = await create(3);
    await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['contact.updated'] } });
    await live.ok(api.updateContacts, { body: { ids: [...ids, 'nonsense'], update: { company: 'New' } } });
    await live.ok(api.updateContacts, { body: { ids, update: { company: 'New' } } });
    await live.ok(api.updateContacts, { body: { ids: ids.slice(0, 1), update: { company: 'Newer' } } });
    const news = await receiver.received('contact.updated', 4);
    expect(news).toHaveLength(4);
    const about = news.map(({ body }) => [body.data['id'], body.previous]);
    expect(about).toEqual(expect.arrayContaining(ids.map((id) => [id, { company: null }])));
    expect(about).toContainEqual([ids[0], { company: 'New' }]);
  });

  it('accepts 100 contacts', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `contact_${index}`);
    const { meta } = await workspace.live.ok(api.updateContacts, { body: { ids, update: {} } });
    expect(meta).toEqual({ total: 100, succeeded: 0, failed: 100 });
  });
});
