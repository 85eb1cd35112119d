import { beforeAll, describe, expect, it } from '@jest/globals';
import { createContact, createTicket, getContact, getTicket } from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

describe('contacts', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  it('creates a contact and reads it back the same', async () => {
    const { data } = await workspace.live.ok(createContact, {
      body: {
        email: 'lee@example.com',
        name: 'Lee',
        phone: '+49 30 1',
        company: 'Acme',
        custom_fields: { vip: true },
      },
    });
    expect((await workspace.live.ok(getContact, { params: { contact_id: data.id } })).data).toEqual(data);
  });

  it('refuses an address that another contact of the workspace and mode has, in any case', async () => {
    const { live, test } = workspace;
    await live.ok(createContact, { body: { email: 'twice@example.com' } });
    const again = await live.call(createContact, { body: { email: 'TWICE@example.com' } });
    expect([again.status, again.body.error.code, again.body.error.param]).toEqual([
      422,
      'duplicate_value',
      'email',
    ]);
    await test.ok(createContact, { body: { email: 'twice@example.com' } });
  });

  it('needs an e-mail address or a phone number', async () => {
    const { live } = workspace;
    const neither = await live.call(createContact, { body: { name: 'Nobody' } });
    expect([neither.status, neither.body.error.code, neither.body.error.param]).toEqual([
      422,
      'missing_parameter',
      'email',
    ]);
    await live.ok(createContact, { body: { phone: '112' } });
  });

  it('is what a ticket shows, once the news of it has travelled', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(createContact, {
      body: { email: 'news@example.com', name: 'News' },
    });
    const { data: ticket } = await live.ok(createTicket, {
      body: { subject: 'By id', contact: { id: contact.id } },
    });
    expect(ticket.contact).toEqual({ id: contact.id, name: 'News', email: 'news@example.com' });
    const read = await live.ok(getTicket, { params: { ticket_id: ticket.id } });
    expect(read.data.contact).toEqual(ticket.contact);
  });

  it('refuses a ticket for a contact id that the workspace does not have', async () => {
    const { data: foreign } = await workspace.test.ok(createContact, {
      body: { email: 'other@example.com' },
    });
    const answer = await workspace.live.call(createTicket, {
      body: { subject: 'x', contact: { id: foreign.id } },
    });
    expect([answer.status, answer.body.error.param]).toEqual([422, 'contact.id']);
  });

  it('makes one contact of many tickets that arrive at once', async () => {
    const { live } = workspace;
    const tickets = await Promise.all(
      Array.from({ length: 20 }, () =>
        live.ok(createTicket, { body: { subject: 'Burst', contact: { email: 'burst@example.com' } } }),
      ),
    );
    await eventually(() => new Set(tickets.map(({ data }) => data.contact?.id)).size === 1);
  });
});
