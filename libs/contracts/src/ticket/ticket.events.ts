import { defineEvent } from '../event.ts';
import { Ticket } from './ticket.operations.ts';

const ticketEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, service: 'ticket', subject: 'ticket', audience: 'webhook', summary, data: Ticket });

export const ticketCreated = ticketEvent('ticket.created', 'A new ticket');
export const ticketUpdated = ticketEvent('ticket.updated', 'A ticket changed; previous holds the old values');
export const ticketSlaWarning = ticketEvent(
  'ticket.sla_warning',
  'Three quarters of the time for the first response are over',
);
export const ticketSlaBreached = ticketEvent(
  'ticket.sla_breached',
  'The time for the first response is over',
);
export const ticketAssigned = ticketEvent('ticket.assigned', 'A ticket was assigned to another user');
export const ticketStatusChanged = ticketEvent('ticket.status_changed', 'The status of a ticket changed');
