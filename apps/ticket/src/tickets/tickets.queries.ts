import { selectWithCopies, shownAssignee, shownContact, type Copied } from '@parley/copies';
import { encodeId, uuidOf, type Ticket } from '@parley/contracts';
import { defineList, equals, tenantStatement } from '@parley/persistence';
import { slaStatusAt } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

/** A ticket with what it shows of others, from the copies that events keep. */
export type ShownTicket = TicketRow & Copied;

const SELECT = selectWithCopies('ticket');

export const findTicket = tenantStatement<ShownTicket>(
  'ticket.find',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = $3`,
);

/** Locked until the transaction ends, so that what is decided from it still holds when it is written. */
export const findTicketForUpdate = tenantStatement<ShownTicket>(
  'ticket.find_for_update',
  `${findTicket.text} for update of ticket`,
);

export const ticketList = defineList<ShownTicket>({
  name: 'ticket.list',
  select: SELECT,
  table: 'ticket',
  countedBy: 'status',
  sorts: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    priority: 'priority_rank',
    status: 'status_rank',
    first_response_due: 'sla_due_at',
  },
  filters: {
    status: equals('status'),
    priority: equals('priority'),
    assignee: equals('assignee_id', (id: `user_${string}`) => uuidOf('user', id)),
  },
});

/** A ticket as the API shows it at an instant. */
export function toTicket(row: ShownTicket, at: Date): Ticket {
  return {
    id: encodeId('ticket', row.id),
    subject: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    sla: { status: slaStatusAt(row, at), first_response_due: row.sla_due_at.toISOString() },
    first_responded_at: row.first_responded_at?.toISOString() ?? null,
    assignee: row.assignee_id === null ? null : shownAssignee(row.assignee_id, row),
    contact: row.contact_id === null ? null : shownContact(row.contact_id, row),
    tags: row.tags,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
