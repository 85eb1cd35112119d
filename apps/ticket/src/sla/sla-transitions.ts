import { ticketSlaBreached, ticketSlaWarning, ticketUpdated } from '@parley/contracts';
import { changedFields } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { toTicket } from '../tickets/ticket.serializer.ts';
import type { TicketWithSummaries } from '../tickets/tickets.queries.ts';
import { nextTransition, pendingTransitions } from './sla.rules.ts';

export const slaTransitionEvents = { warning: ticketSlaWarning, breached: ticketSlaBreached } as const;

/** Emits pending SLA transitions, each with the ticket as it was then. Must come before other changes of the timer, which erase them. */
export async function emitSlaTransitions(
  tx: Transaction,
  row: TicketWithSummaries,
  at: Date,
): Promise<TicketWithSummaries> {
  let current = row;
  for (const moment of pendingTransitions(row, at)) {
    const before = toTicket(current, new Date(moment.getTime() - 1));
    current = await tx.update(TicketRow, current, {
      sla_next_transition_at: nextTransition(current, moment),
    });
    const ticket = toTicket(current, moment);
    tx.emit(ticketUpdated, ticket, changedFields(before, ticket));
    tx.emit(slaTransitionEvents[ticket.sla.status === 'breached' ? 'breached' : 'warning'], ticket);
  }
  return current;
}
