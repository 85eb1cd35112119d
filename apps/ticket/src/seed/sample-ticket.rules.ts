import { TicketInput, type SlaTargets } from '@parley/contracts';
import type { SampleTicket } from '@parley/sample-data';
import { adjustTimer, nextTransition } from '../sla/sla.rules.ts';
import type { TicketRow } from '../tickets/ticket.entity.ts';
import { newTicketRow } from '../tickets/ticket.rules.ts';

/** Values of the fields that sample tickets do not set, as `POST /v1/tickets` would default them. */
const DEFAULTS = TicketInput.omit({ subject: true }).parse({});

/** Row of a sample ticket, as if created and moved to its status by the API. SLA transitions before `now` count as emitted. */
export function sampleTicketRow(
  ticket: SampleTicket,
  inboxes: readonly string[],
  targets: SlaTargets,
  now: Date,
): Omit<TicketRow, 'workspace_id' | 'mode'> {
  const { id, status, status_at: statusAt, contact_id, assignee_id, inbox, created_at, ...fields } = ticket;
  const inbox_id = inboxes[Math.floor(inbox * inboxes.length)] ?? null;
  const ids = { id, contact_id, assignee_id, inbox_id, conversation_id: null };
  const created = newTicketRow({ ...DEFAULTS, ...fields }, ids, created_at, targets);
  const timer = adjustTimer(created, { status, priority: created.priority }, statusAt, targets);
  const row = { ...created, ...timer, status, created_at, updated_at: statusAt };
  return { ...row, version: status === 'open' ? 1 : 2, sla_next_transition_at: nextTransition(row, now) };
}
