import { ticketSlaBreached, ticketSlaWarning, ticketUpdated } from '@parley/contracts';
import { changedFields } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { nextChange } from './sla.rules.ts';
import { TicketRow } from './ticket.entity.ts';
import { toTicket, type ShownTicket } from './tickets.queries.ts';

/** What tells that a clock shows something worse than before. */
export const slaEvents = { warning: ticketSlaWarning, breached: ticketSlaBreached } as const;

/**
 * Tells of every change that a clock has shown by an instant and that nobody has told of yet, one by one, as the ticket
 * was at that moment; answers the ticket as it is then. Comes before anything else moves the clock: what it showed
 * until then would be forgotten.
 */
export async function announceClock(tx: Transaction, row: ShownTicket, at: Date): Promise<ShownTicket> {
  let now = row;
  while (now.sla_next_at !== null && now.sla_next_at <= at) {
    const moment = now.sla_next_at;
    const before = toTicket(now, new Date(moment.getTime() - 1));
    now = await tx.update(TicketRow, now, { sla_next_at: nextChange(now, moment) });
    const ticket = toTicket(now, moment);
    tx.emit(ticketUpdated, ticket, changedFields(before, ticket));
    tx.emit(slaEvents[ticket.sla.status === 'breached' ? 'breached' : 'warning'], ticket);
  }
  return now;
}
