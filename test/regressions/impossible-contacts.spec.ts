import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import type { Answer } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

it('a bulk update that would leave no contact reachable is rejected as a whole', async () => {
  const { live } = await operator.workspace();
  const { data } = await live.ok(api.createContact, { body: { email: 'dana@example.com', phone: '1' } });
  const update = { email: null, phone: null, external_id: null, name: 'Nobody' };
  const refused = await live.call(api.updateContacts, { body: { ids: [data.id], update } });
  expect([refused.status, refused.body.error.param]).toEqual([422, 'update.email']);
  // Contacts that have an external id might keep it.
  const { external_id: _, ...others } = update;
  const { data: items } = await live.ok(api.updateContacts, { body: { ids: [data.id], update: others } });
  expect(items).toMatchObject([{ status: 'failed', error: { param: 'update.email' } }]);
  expect((await live.ok(api.getContact, { params: { contact_id: data.id } })).data).toEqual(data);
});

describe.each<[string, api.Operation, object]>([
  ['ticket', api.createTicket, { subject: 'Whose?' }],
  ['conversation', api.createConversation, {}],
])('a %s', (_, operation, fields) => {
  it('refers to its contact by id, by address, or by both if they match', async () => {
    const { live } = await operator.workspace();
    const { data } = await live.ok(api.createContact, { body: { email: 'Dana@example.com' } });
    const { data: silent } = await live.ok(api.createContact, { body: { phone: '1' } });
    await live.ok(api.createContact, { body: { email: 'other@example.com' } });
    const call = (contact: object) => live.call(operation, { body: { ...fields, contact } });
    const { id } = data;
    for (const named of [{ id }, { email: 'dana@EXAMPLE.com' }, { id, email: 'dana@EXAMPLE.com' }]) {
      const { status, body } = (await call(named)) as Answer<unknown> as Answer<{ data: api.Ticket }>;
      expect([status, body.data.contact?.id]).toEqual([201, id]);
    }
    for (const email of ['other@example.com', 'never-seen@example.com']) {
      for (const named of [id, silent.id]) {
        const refused = await call({ id: named, email });
        expect([refused.status, refused.body.error.param]).toEqual([422, 'contact.email']);
      }
    }
    const nobody = await call({ id: 'contact_01h455vb4pex5vsknk084sn02q', email: 'dana@example.com' });
    expect([nobody.status, nobody.body.error.param]).toEqual([422, 'contact.id']);
    // Nothing of that has made a contact.
    expect((await live.ok(api.listContacts, { query: {} })).meta.total_count).toBe(3);
  });
});
