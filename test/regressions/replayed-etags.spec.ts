import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it('a repeated request has the ETag of the first response, even if the record has changed since', async () => {
  const { live } = await operator.workspace();
  const contact = { email: 'dana@example.com' };
  const [ticket, person, conversation, webhook, me] = [
    await live.ok(api.createTicket, { body: { subject: 'x' } }),
    await live.ok(api.createContact, { body: { email: 'kim@example.com' } }),
    await live.ok(api.createConversation, { body: { contact } }),
    await live.ok(api.createWebhook, { body: { url: 'https://example.com/', events: ['*'] } }),
    await live.ok(api.getMe, {}),
  ];
  const changes: [api.Operation, Record<string, string>, object, object][] = [
    [api.updateTicket, { ticket_id: ticket.data.id }, { subject: 'y' }, { subject: 'z' }],
    [api.updateContact, { contact_id: person.data.id }, { name: 'y' }, { name: 'z' }],
    [api.updateConversation, { conversation_id: conversation.data.id }, { subject: 'y' }, { subject: 'z' }],
    [api.updateWebhook, { webhook_id: webhook.data.id }, { events: ['ticket.*'] }, { events: ['*'] }],
    [api.updateUser, { user_id: me.data.id }, { name: 'y' }, { name: 'z' }],
    [api.createTicket, {}, { subject: 'Made' }, { subject: 'Another' }],
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
