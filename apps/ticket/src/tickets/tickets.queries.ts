import { encodeId, uuidOf, type Ticket } from '@parley/contracts';
import { defineList, equals, tenantStatement } from '@parley/persistence';
import { slaStatusAt } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

/** A ticket with what it shows of others, from the copies that events keep. */
export interface ShownTicket extends TicketRow {
  contact_name: string | null;
  contact_email: string | null;
  assignee_name: string | null;
}

const SELECT = `select ticket.*, contact.name as contact_name, contact.email as contact_email,
    assignee.name as assignee_name
  from ticket
  left join contact_copy contact on contact.workspace_id = ticket.workspace_id and contact.mode = ticket.mode
    and contact.id = ticket.contact_id
  left join user_copy assignee on assignee.workspace_id = ticket.workspace_id and assignee.id = ticket.assignee_id`;

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
    assignee:
      row.assignee_id === null
        ? null
        : { id: encodeId('user', row.assignee_id), name: row.assignee_name ?? '' },
    contact:
      row.contact_id === null
        ? null
        : { id: encodeId('contact', row.contact_id), name: row.contact_name, email: row.contact_email },
    tags: row.tags,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
