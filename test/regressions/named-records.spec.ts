import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from '../e2e/platform.ts';
import { addUser } from '../e2e/steps.ts';

/** Each at once after the change, before any event of it can have come: copies must not decide. */
const creations: readonly (readonly [string, api.Operation, object])[] = [
  ['ticket', api.createTicket, { subject: 'At once' }],
  ['conversation', api.createConversation, {}],
];

describe.each(creations)('a %s that is created immediately after', (_, operation, fields) => {
  it('its contact was deleted gets a new contact for the address, and rejects the old id', async () => {
    const { live } = await operator.workspace();
    for (let round = 0; round < 5; round += 1) {
      const email = `round-${round}@example.com`;
      const old = (await live.ok(api.createContact, { body: { email } })).data;
      // The copy is there before the contact goes.
      await live.call(operation, { body: { ...fields, contact: { id: old.id } } });
      await live.ok(api.deleteContact, { params: { contact_id: old.id } });
      const named = await live.call(operation, { body: { ...fields, contact: { email } } });
      const byId = await live.call(operation, { body: { ...fields, contact: { id: old.id } } });
      expect([named.status, byId.status, byId.body.error.param]).toEqual([201, 422, 'contact.id']);
      expect((await live.ok(api.createContact, { body: { email: `x${email}` } })).data.id).not.toBe(old.id);
      const taken = await live.call(api.createContact, { body: { email } });
      expect([taken.status, taken.body.error.code]).toEqual([422, 'duplicate_value']);
    }
  });

  it('an address moved to another contact refers to that contact', async () => {
    const { live } = await operator.workspace();
    for (let round = 0; round < 5; round += 1) {
      const email = `moving-${round}@example.com`;
      const first = (await live.ok(api.createContact, { body: { email } })).data;
      await live.call(operation, { body: { ...fields, contact: { email } } });
      const params = { contact_id: first.id };
      await live.ok(api.updateContact, { params, body: { email: `gone-${round}@example.com` } });
      const second = (await live.ok(api.createContact, { body: { email } })).data;
      const ticket = await live.ok(api.createTicket, { body: { subject: 'Whose?', contact: { email } } });
      expect(ticket.data.contact?.id).toBe(second.id);
    }
  });

  it('a user was deactivated cannot be assigned to that user', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const { id } = await addUser(workspace);
    const body = { ...fields, contact: { email: 'c@example.com' }, assignee_id: id };
    expect((await live.call(operation, { body })).status).toBe(201);
    await live.ok(api.updateUser, { params: { user_id: id }, body: { status: 'inactive' } });
    const refused = await live.call(operation, { body });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'assignee_id']);
  });
});
