import { expect, it } from '@jest/globals';
import {
  createContact,
  createConversation,
  createTicket,
  createWebhook,
  getMe,
  updateContact,
  updateConversation,
  updateTicket,
  updateUser,
  updateWebhook,
  type Operation,
} from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it('a repeated request has the ETag of the first response, even if the record has changed since', async () => {
  const { live } = await operator.workspace();
  const contact = { email: 'dana@example.com' };
  const [ticket, person, conversation, webhook, me] = [
    await live.ok(createTicket, { body: { subject: 'x' } }),
    await live.ok(createContact, { body: { email: 'kim@example.com' } }),
    await live.ok(createConversation, { body: { contact } }),
    await live.ok(createWebhook, { body: { url: 'https://example.com/', events: ['*'] } }),
    await live.ok(getMe, {}),
  ];
  const changes: [Operation, Record<string, string>, object, object][] = [
    [updateTicket, { ticket_id: ticket.data.id }, { subject: 'y' }, { subject: 'z' }],
    [updateContact, { contact_id: person.data.id }, { name: 'y' }, { name: 'z' }],
    [updateConversation, { conversation_id: conversation.data.id }, { subject: 'y' }, { subject: 'z' }],
    [updateWebhook, { webhook_id: webhook.data.id }, { events: ['ticket.*'] }, { events: ['*'] }],
    [updateUser, { user_id: me.data.id }, { name: 'y' }, { name: 'z' }],
    [createTicket, {}, { subject: 'Made' }, { subject: 'Another' }],
  ];
  for (const [operation, params, body, other] of changes) {
    const headers = { 'idempotency-key': `etag of ${operation.id}` };
    const first = await live.call(operation, { params, body }, headers);
    expect(first.status).toBe(operation.status);
    expect(first.headers.get('etag')).toMatch(/^".+"$/);
    await live.call(operation, { params, body: other });
    const again = await live.call(operation, { params, body }, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  }
});
