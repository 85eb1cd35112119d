import { ticketSlaBreached, ticketSlaWarning, ticketUpdated, type Ticket } from '@parley/contracts';
import { changedFields } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { toTicket } from '../tickets/ticket.serializer.ts';
import type { TicketWithSummaries } from '../tickets/tickets.queries.ts';
import { FIRST_RESPONSE, nextTransition, pendingTransitions, slaStatusAt } from './sla.rules.ts';

const transitionEvents = { warning: ticketSlaWarning, breached: ticketSlaBreached } as const;

/** Tells that the SLA status has become worse. */
export function emitTransition(tx: Transaction, ticket: Ticket, status: keyof typeof transitionEvents): void {
  tx.emit(transitionEvents[status], ticket, null, { metric: FIRST_RESPONSE, policy_id: null });
}

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
    emitTransition(tx, ticket, slaStatusAt(current, moment) === 'breached' ? 'breached' : 'warning');
  }
  return current;
}
