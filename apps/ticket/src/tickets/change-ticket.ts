import {
  ticketAssigned,
  ticketConversationLinked,
  ticketSnoozed,
  ticketStatusChanged,
  ticketTeamChanged,
  ticketUpdated,
  ticketWoken,
  type Ticket,
} from '@parley/contracts';
import { duplicates, isDeactivated, type SummaryColumns } from '@parley/projections';
import { changedFields } from '@parley/runtime/records';
import type { RowChanges, Transaction } from '@parley/persistence';
import { slaStatusAt } from '../sla/sla.rules.ts';
import { emitSlaTransitions, emitTransition } from '../sla/sla-transitions.ts';
import { TicketRow } from './ticket.entity.ts';
import { reopens } from './ticket.rules.ts';
import { toTicket } from './ticket.serializer.ts';
import type { TicketWithSummaries } from './tickets.queries.ts';

/**
 * Writes changes to a locked ticket and emits their events; returns `null`, and does neither, without changes. `names`: those
 * of a new assignee or contact. A ticket that is reopened while its assignee is deactivated is unassigned.
 */
export async function changeTicket(
  tx: Transaction,
  row: TicketWithSummaries,
  changes: RowChanges<TicketRow>,
  at: Date,
  names: Partial<SummaryColumns> = {},
): Promise<Ticket | null> {
  if (Object.keys(changes).length === 0) return null;
  const assignee = 'assignee_id' in changes ? null : row.assignee_id;
  const isLeft = assignee !== null && reopens(row, changes) && (await isDeactivated(tx, assignee));
  const complete = isLeft ? { ...changes, assignee_id: null } : changes;
  const before = await emitSlaTransitions(tx, row, at);
  const changed = await tx.update(TicketRow, before, complete, duplicates(complete));
  const ticket = toTicket({ ...changed, ...names, ...(isLeft && { assignee_name: null }) }, at);
  const previous = changedFields(toTicket(before, at), ticket);
  tx.emit(ticketUpdated, ticket, previous);
  if ('status' in complete) tx.emit(ticketStatusChanged, ticket, previous);
  // A higher priority may set a deadline that has already passed.
  const status = slaStatusAt(changed, at);
  if (changed.sla_stopped_status === null && status !== slaStatusAt(before, at) && status !== 'on_track')
    emitTransition(tx, ticket, status);
  if ('team_id' in complete) tx.emit(ticketTeamChanged, ticket, previous);
  if (complete.snoozed_until !== undefined)
    tx.emit(complete.snoozed_until === null ? ticketWoken : ticketSnoozed, ticket, previous);
  if (typeof complete.assignee_id === 'string') tx.emit(ticketAssigned, ticket, previous);
  if (typeof complete.conversation_id === 'string') emitLink(tx, ticket);
  return ticket;
}

/** Tells that a ticket has got a conversation, if it has one. */
export function emitLink(tx: Transaction, { id, conversation_id, created_at }: Ticket): void {
  if (conversation_id !== null) tx.emit(ticketConversationLinked, { id, conversation_id, created_at });
}
