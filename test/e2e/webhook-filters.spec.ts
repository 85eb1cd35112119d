import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { Receiver, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const { live } = await operator.workspace();

const subscribe = (url: string, events: string[], filter: api.RecordFilter | null) =>
  live.ok(api.createWebhook, { body: { url, events, filter } });

it('a webhook with a filter receives the events whose record matches it, and no other', async () => {
  await using receiver = await Receiver.start();
  const urgent = { field: 'priority', op: 'eq' as const, value: 'urgent' };
  const closed = { field: 'status', op: 'eq' as const, value: 'closed' };
  const { data: webhook } = await subscribe(receiver.url, ['ticket.*'], { all: [urgent, closed] });
  expect(webhook.filter).toEqual({ all: [urgent, closed] });
  const create = async (priority: api.Priority) =>
    (await live.ok(api.createTicket, { body: { subject: priority, priority } })).data.id;
  const tickets = [await create('low'), await create('urgent')];
  for (const id of tickets)
    await live.ok(api.updateTicket, { params: { ticket_id: id }, body: { status: 'closed' } });
  await live.ok(api.deleteTicket, { params: { ticket_id: tickets[0] ?? 'ticket_' } });
  // The events of a ticket come in their order: what precedes these has been decided.
  for (const type of ['ticket.updated', 'ticket.status_changed', 'ticket.deleted'])
    await receiver.received(type);
  const seen = receiver.deliveries.map(({ body }) => [body.event, (body.data as { id: string }).id]);
  expect(seen.toSorted()).toEqual(
    [
      ['ticket.updated', tickets[1]],
      ['ticket.status_changed', tickets[1]],
      ['ticket.deleted', tickets[0]],
    ].toSorted(),
  );
});

it('a filter chooses a change by the values before it, and messages by their type', async () => {
  await using receiver = await Receiver.start();
  const wasHigh = { field: 'previous.priority', op: 'eq' as const, value: 'high' };
  await subscribe(receiver.url, ['ticket.updated'], { all: [wasHigh] });
  await subscribe(receiver.url, ['message.created'], {
    any: [{ field: 'message.type', op: 'eq', value: 'note' }],
  });
  const { data: ticket } = await live.ok(api.createTicket, {
    body: { subject: 'Changed', priority: 'high' },
  });
  const params = { ticket_id: ticket.id };
  for (const priority of ['low', 'urgent', 'high', 'normal'] as const)
    await live.ok(api.updateTicket, { params, body: { priority } });
  const { data: conversation } = await live.ok(api.createConversation, {
    body: { contact: { email: 'dana@filters.example' }, message: { body: 'Hello' } },
  });
  const at = { params: { conversation_id: conversation.id } };
  await live.ok(api.createMessage, { ...at, body: { body: 'Call back', type: 'note' } });
  await receiver.received('message.created');
  const changes = await receiver.received('ticket.updated', 2);
  expect(changes.map(({ body }) => (body.data as api.Ticket).priority)).toEqual(['low', 'normal']);
  expect(receiver.deliveries).toHaveLength(3);
});

it('a filter must be right for the events, also after either is changed', async () => {
  const filter = { all: [{ field: 'status', op: 'eq' as const, value: 'open' }] };
  const { data } = await subscribe('https://hooks.example.com/', ['ticket.*'], filter);
  const params = { webhook_id: data.id };
  const events = await live.call(api.updateWebhook, { params, body: { events: ['*'] } });
  expect(refusalOf(events)).toBe('422 invalid_parameter filter');
  const other = { all: [{ field: 'channel', op: 'eq' as const, value: 'email' }] };
  const unknown = await live.call(api.updateWebhook, { params, body: { filter: other } });
  expect(refusalOf(unknown)).toBe('422 invalid_parameter filter.all[0].field');
  const both = await live.ok(api.updateWebhook, {
    params,
    body: { filter: other, events: ['conversation.*'] },
  });
  expect([both.data.filter, both.data.events]).toEqual([other, ['conversation.*']]);
  const none = await live.ok(api.updateWebhook, { params, body: { filter: null, events: ['*'] } });
  expect([none.data.filter, none.data.events]).toEqual([null, ['*']]);
});
