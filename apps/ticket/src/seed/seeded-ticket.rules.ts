import type { SlaTargets } from '@parley/contracts';
import type { SeededTicket } from '@parley/sample-data';
import { moveClock, nextChange } from '../tickets/sla.rules.ts';
import type { TicketRow } from '../tickets/ticket.entity.ts';
import { openTicket } from '../tickets/ticket.rules.ts';

/**
 * The row that a made-up ticket would be if it had been opened and brought to its status at its times, by the same rules
 * as any other. What its clock has shown before `now` is announced no more.
 */
export function rowOfSeeded(
  ticket: SeededTicket,
  inboxes: readonly string[],
  targets: SlaTargets,
  now: Date,
): Omit<TicketRow, 'workspace_id' | 'mode'> {
  const { status, status_at: statusAt, contact_id, assignee_id, created_at: createdAt } = ticket;
  const inbox_id = inboxes[Math.floor(ticket.inbox * inboxes.length)] ?? null;
  const ids = { id: ticket.id, contact_id, assignee_id, inbox_id, conversation_id: null };
  const opened = openTicket(ticket, ids, createdAt, targets);
  const moved = moveClock(opened, { status, priority: opened.priority }, statusAt, targets);
  const row = { ...opened, ...moved, status, created_at: createdAt, updated_at: statusAt };
  return { ...row, version: status === 'open' ? 1 : 2, sla_next_at: nextChange(row, now) };
}
