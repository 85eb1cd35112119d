import { encodeId, type Ticket } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import { assigneeSummary, contactSummary, teamSummary } from '@parley/projections';
import { FIRST_RESPONSE, pendingTransitions, slaStatusAt } from '../sla/sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';
import type { TicketWithSummaries } from './tickets.queries.ts';

/** Version of a ticket at an instant. A pending SLA transition counts already: never two states of a ticket have one ETag. */
export function versionAt(row: TicketRow, at: Date): number {
  return row.version + pendingTransitions(row, at).length;
}

/** Serializes a ticket with its SLA status at `at`. */
export function toTicket(row: TicketWithSummaries, at: Date): Ticket {
  return versioned(versionAt(row, at), {
    id: encodeId('ticket', row.id),
    number: row.number,
    subject: row.subject,
    description: row.description,
    external_id: row.external_id,
    status: row.status,
    priority: row.priority,
    sla: toSla(row, at),
    first_responded_at: row.first_responded_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    reopened_count: row.reopened_count,
    assignee: row.assignee_id === null ? null : assigneeSummary(row.assignee_id, row),
    team: row.team_id === null ? null : teamSummary(row.team_id, row),
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    wake_on_reply: row.wake_on_reply,
    contact: row.contact_id === null ? null : contactSummary(row.contact_id, row),
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    conversation_id: row.conversation_id === null ? null : encodeId('conversation', row.conversation_id),
    tags: row.tags,
    custom_fields: row.custom_fields,
    merged_from: row.merged_ids.map((id) => encodeId('ticket', id)),
    links: row.links.map(({ type, id }) => ({ type, ticket_id: encodeId('ticket', id) })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

function toSla(row: TicketRow, at: Date): Ticket['sla'] {
  const status = slaStatusAt(row, at);
  const due = row.sla_due_at.toISOString();
  const metric = {
    metric: FIRST_RESPONSE,
    status,
    due_at: due,
    started_at: row.sla_started_at.toISOString(),
    stopped_at: row.sla_stopped_at?.toISOString() ?? null,
  };
  return { status, first_response_due: due, metrics: [metric] };
}
