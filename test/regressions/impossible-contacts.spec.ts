import { describe, expect, it } from '@jest/globals';
import {
  createContact,
  createConversation,
  createTicket,
  getContact,
  updateContacts,
  type Operation,
} from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it('a bulk change that would leave no contact reachable is refused as a whole', async () => {
  const { live } = await operator.workspace();
  const { data } = await live.ok(createContact, { body: { email: 'dana@example.com', phone: '1' } });
  const update = { email: null, phone: null, name: 'Nobody' };
  const refused = await live.call(updateContacts, { body: { ids: [data.id], update } });
  expect([refused.status, refused.body.error.param]).toEqual([422, 'update.email']);
  expect((await live.ok(getContact, { params: { contact_id: data.id } })).data).toEqual(data);
});

describe.each<[string, Operation, object]>([
  ['ticket', createTicket, { subject: 'Whose?' }],
  ['conversation', createConversation, {}],
])('a %s', (_, operation, fields) => {
  it('names its contact by id or by address, not by both', async () => {
    const { live } = await operator.workspace();
    const { data } = await live.ok(createContact, { body: { email: 'dana@example.com' } });
    for (const email of ['other@example.com', 'dana@example.com']) {
      const refused = await live.call(operation, { body: { ...fields, contact: { id: data.id, email } } });
      expect([refused.status, refused.body.error.param]).toEqual([422, 'contact.email']);
    }
  });
});
