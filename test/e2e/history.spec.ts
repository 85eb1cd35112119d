import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const ticketId = (await live.ok(api.createTicket, { body: { subject: 'Printer is on fire' } })).data.id;
const params = { ticket_id: ticketId };
await live.ok(api.updateTicket, { params, body: { status: 'pending', priority: 'high' } });
await live.ok(api.updateTicket, { params, body: { tags: ['hardware'] } });

describe('the history of a record', () => {
  const ofTicket = async (query: { order?: 'asc' | 'desc'; per_page?: string; cursor?: string } = {}) =>
    workspace.live.ok(api.listTicketHistory, { params: { ticket_id: ticketId }, query });

  it('shows who changed what and when, each change once, the newest first', async () => {
    await eventually(async () => expect((await ofTicket()).meta.total_count).toBe(3));
    const { data } = await ofTicket();
    expect(data).toMatchObject([
      { event: 'ticket.updated', changes: { tags: { from: [], to: ['hardware'] } } },
      {
        event: 'ticket.updated',
        changes: { status: { from: 'open', to: 'pending' }, priority: { from: 'normal', to: 'high' } },
      },
      { event: 'ticket.created', actor: { type: 'api_key' }, changes: {} },
    ]);
    expect(Object.keys(data[0]?.changes ?? {})).not.toContain('subject');
  });

  it('is there for contacts and conversations, too', async () => {
    const { live } = workspace;
    const { data: contact } = await live.ok(api.createContact, { body: { email: 'dana@example.com' } });
    const params = { contact_id: contact.id };
    await live.ok(api.updateContact, { params, body: { company: 'Acme' } });
    const { data: conversation } = await live.ok(api.createConversation, {
      body: { contact: { id: contact.id } },
    });
    const of = { conversation_id: conversation.id };
    await live.ok(api.updateConversation, { params: of, body: { status: 'closed' } });
    await eventually(async () => {
      const ofContact = await live.ok(api.listContactHistory, { params, query: {} });
      const ofConversation = await live.ok(api.listConversationHistory, { params: of, query: {} });
      expect([ofContact.data, ofConversation.data]).toMatchObject([
        [{ changes: { company: { to: 'Acme' } } }, { event: 'contact.created' }],
        [{ changes: { status: { from: 'open', to: 'closed' } } }, { event: 'conversation.created' }],
      ]);
    });
  });

  it('has no entry for a tag that is renamed, which changes the record and is in the event log', async () => {
    const { live } = workspace;
    const { data: tag } = await live.ok(api.createTag, { body: { name: 'vip' } });
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Tagged', tags: ['vip'] } });
    await live.ok(api.updateTag, { params: { tag_id: tag.id }, body: { name: 'important' } });
    const params = { ticket_id: ticket.id };
    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params });
      expect(data.tags).toEqual(['important']);
    });
    // Logged after the change of the ticket: whatever that logs is there by then.
    await live.ok(api.updateTicket, { params, body: { status: 'pending' } });
    await eventually(async () => {
      const { data } = await live.ok(api.listTicketHistory, { params, query: {} });
      expect(data.map(({ changes }) => Object.keys(changes))).toEqual([['status'], []]);
    });
    await eventually(async () => {
      const { data } = await live.ok(api.listEvents, { query: { event: 'tag.updated' } });
      expect(data).toMatchObject([{ previous: { name: 'vip' }, data: { name: 'important' } }]);
    });
  });

  it('is gone with the record', async () => {
    const { data } = await workspace.live.ok(api.createTicket, { body: { subject: 'Short-lived' } });
    const params = { ticket_id: data.id };
    await workspace.live.ok(api.deleteTicket, { params });
    const { status, body } = await workspace.live.call(api.listTicketHistory, { params, query: {} });
    expect([status, body.error]).toMatchObject([404, { code: 'not_found', message: 'No such ticket.' }]);
  });
});
