import { expect } from '@jest/globals';
import { createTicket, createWebhook, type Priority, type Ticket } from '@parley/contracts';
import { eventually, Receiver, type ApiClient } from '@parley/testing';

/** A receiver of all ticket events of a workspace. */
export async function receiveTicketEvents(client: ApiClient): Promise<Receiver> {
  const receiver = await Receiver.start();
  await client.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.*'] } });
  return receiver;
}

export async function createTickets(client: ApiClient, count: number, priority: Priority): Promise<Ticket[]> {
  const open = () => client.ok(createTicket, { body: { subject: 'SLA timer', priority } });
  return (await Promise.all(Array.from({ length: count }, open))).map(({ data }) => data);
}

/** Waits until the SLA timers of tickets have expired; throws unless each transition was emitted once, and not too early. */
export async function expectEmittedOnce(receiver: Receiver, tickets: readonly Ticket[]): Promise<void> {
  const ids = new Set<unknown>(tickets.map(({ id }) => id));
  const countOf = (event: string) =>
    receiver.eventsOf(event).filter(({ body }) => ids.has(body.data['id'])).length;
  await eventually(() => {
    expect(countOf('ticket.sla_warning')).toBeGreaterThanOrEqual(tickets.length);
    expect(countOf('ticket.sla_breached')).toBeGreaterThanOrEqual(tickets.length);
    expect(countOf('ticket.updated')).toBeGreaterThanOrEqual(2 * tickets.length);
  });
  // Throws if one of them is not what the API document says.
  for (const event of ['ticket.sla_warning', 'ticket.sla_breached', 'ticket.updated'])
    await receiver.received(event);
  for (const { id, created_at: createdAt, sla } of tickets) {
    const due = Date.parse(sla.first_response_due);
    const warns = due - (due - Date.parse(createdAt)) / 4;
    const of = (event: string) => receiver.eventsOf(event).filter(({ body }) => body.data['id'] === id);
    const news = [...of('ticket.sla_warning'), ...of('ticket.sla_breached')];
    expect(news.map(({ body }) => body.data['sla'])).toEqual([
      { ...sla, status: 'warning' },
      { ...sla, status: 'breached' },
    ]);
    for (const [index, moment] of [warns, due].entries())
      expect(news[index]?.at).toBeGreaterThanOrEqual(moment);
    const previous = of('ticket.updated').map(({ body }) => body.previous);
    expect(previous).toHaveLength(2);
    expect(previous).toContainEqual({ sla: { ...sla, status: 'on_track' } });
    expect(previous).toContainEqual({ sla: { ...sla, status: 'warning' } });
  }
}
