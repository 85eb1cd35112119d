import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, type ApiClient, type Receiver } from '@parley/testing';
import { operator } from '../e2e/platform.ts';
import { dueOf, subscribed } from '../e2e/steps.ts';

const COUNT = 6;

describe('an SLA breach is emitted even if the ticket changes before the scheduler runs', () => {
  let live: ApiClient;
  let receiver: Receiver;

  beforeEach(async () => {
    live = (await operator.workspace()).live;
    receiver = await subscribed(live, 'ticket.*');
  });

  afterEach(() => receiver.close());

  const patch = (ticket: api.Ticket, body: { status: 'resolved' } | { priority: 'urgent' }) =>
    live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body });
  type Change = (ticket: api.Ticket, conversation_id: api.Id<'conversation'>) => Promise<unknown>;
  const changes: Record<string, Change> = {
    'its status': (ticket) => patch(ticket, { status: 'resolved' }),
    'its priority': (ticket) => patch(ticket, { priority: 'urgent' }),
    'its status, among many': (ticket) =>
      live.ok(api.updateTickets, { body: { ids: [ticket.id], update: { status: 'closed' } } }),
    'its first response': (_, conversation_id) =>
      live.ok(api.createMessage, {
        params: { conversation_id },
        body: { body: 'Here we are', type: 'reply' },
      }),
  };

  it.each(Object.keys(changes))('in %s', async (what) => {
    const open = async (_: unknown, index: number) => {
      const contact = { email: `late-${index}@example.com` };
      const { data: conversation } = await live.ok(api.createConversation, { body: { contact } });
      // The tests give tickets of low priority four seconds (test/setup).
      const body = { subject: 'Late', priority: 'low', conversation_id: conversation.id } as const;
      const { data: ticket } = await live.ok(api.createTicket, { body });
      return { ticket, conversation: conversation.id };
    };
    const late = await Promise.all(Array.from({ length: COUNT }, open));
    await Promise.all(
      late.map(async ({ ticket, conversation }) => {
        await eventually(() => Date.now() > dueOf(ticket) + 1);
        await changes[what]?.(ticket, conversation);
      }),
    );
    const breaches = await receiver.receivedEvents('ticket.sla_breached', COUNT);
    expect(breaches).toHaveLength(COUNT);
    expect(new Set(breaches.map(({ body }) => body.data['id']))).toEqual(
      new Set(late.map(({ ticket }) => ticket.id)),
    );
    expect(breaches.map(({ body }) => body.data['sla'])).toEqual(
      breaches.map(() => expect.objectContaining({ status: 'breached' })),
    );
    // Each with the change that it is, as if nothing else had happened.
    const worse = await eventually(() => {
      const shown = receiver
        .eventsOf('ticket.updated')
        .map(({ body }) => (body.previous as Partial<api.Ticket>).sla);
      const found = ['on_track', 'warning'].map((was) => shown.filter((sla) => sla?.status === was).length);
      return found.every((count) => count >= COUNT) && found;
    });
    expect(worse).toEqual([COUNT, COUNT]);
  });

  it('and the ETag of the ticket changes', async () => {
    const body = { subject: 'Late', priority: 'low' } as const;
    const read = async () => {
      const { data: ticket } = await live.ok(api.createTicket, { body });
      const params = { ticket_id: ticket.id };
      const { headers } = await live.call(api.getTicket, { params });
      // The last of its four seconds begins with a warning.
      await eventually(() => Date.now() > dueOf(ticket) - 1_000);
      return live.call(api.getTicket, { params }, { 'if-none-match': headers.get('etag') ?? '' });
    };
    const answers = await Promise.all(Array.from({ length: COUNT }, read));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await receiver.receivedEvents('ticket.sla_warning', COUNT)).toHaveLength(COUNT);
  });
});
