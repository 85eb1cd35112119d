import { TICKET_STATUSES, type SlaStatus } from '@parley/contracts';
import { anyRank, byRank, defineList, type ListDefinition } from '@parley/lists';
import { tenantStatement } from '@parley/persistence';
import {
  recordFilters,
  recordSearchColumns,
  recordStatements,
  TAG_PAGE,
  type SummaryColumns,
} from '@parley/projections';
import { TicketRow } from './ticket.entity.ts';

/** A ticket row joined with the names it shows, from the local projections of contacts and users. */
export type TicketWithSummaries = TicketRow & SummaryColumns;

const TICKETS = recordStatements(TicketRow);

/** `select … from ticket` with its joins, of the tenant; further conditions and the order follow. */
export const TICKETS_OF_TENANT = TICKETS.ofTenant;

export const findTicket = tenantStatement<TicketWithSummaries>('ticket.find', TICKETS.find);

export const findTicketForUpdate = tenantStatement<TicketWithSummaries>(
  'ticket.find_for_update',
  TICKETS.findForUpdate,
);

export const lockTickets = tenantStatement<TicketWithSummaries>('ticket.lock', TICKETS.lock);

/** Tickets of a conversation that a reply at `$4` answers: created before it and not answered earlier. */
export const lockTicketsToAnswer = tenantStatement<TicketWithSummaries>(
  'ticket.lock_unanswered',
  `${TICKETS_OF_TENANT} and ticket.conversation_id = $3
      and (ticket.first_responded_at is null or ticket.first_responded_at > $4) and ticket.created_at <= $4
    order by ticket.id for update of ticket`,
);

/** Open work of an assignee. */
export const lockOpenTicketsOfAssignee = tenantStatement<TicketWithSummaries>(
  'ticket.lock_of_assignee',
  TICKETS.lockBatch(`ticket.assignee_id = $3 and ticket.status not in ('resolved', 'closed')`),
);

export const lockTicketsOfConversation = tenantStatement<TicketWithSummaries>(
  'ticket.lock_of_conversation',
  `${TICKETS_OF_TENANT} and ticket.conversation_id = $3 order by ticket.id for update of ticket`,
);

/** SLA status at an instant as ranges of indexed columns. */
const SLA_STATUS_CONDITIONS: Readonly<Record<SlaStatus, string>> = {
  on_track: 'effective_warning_at > ?',
  warning: 'effective_warning_at <= ? and effective_due_at >= ?',
  breached: 'effective_due_at < ?',
};

/** The ticket list; `at` is the instant at which `sla_status` is evaluated. */
export const ticketListAt = (at: Date): ListDefinition<TicketWithSummaries> =>
  defineList({
    name: 'ticket.list',
    rows: TICKETS.rows,
    countedBy: 'status',
    sorts: {
      created_at: 'created_at',
      updated_at: 'updated_at',
      priority: 'priority_rank',
      status: 'status_rank',
      first_response_due: 'sla_due_at',
    },
    filters: {
      status: anyRank('status_rank', TICKET_STATUSES),
      ...recordFilters,
      sla_status: { sql: (value: SlaStatus) => SLA_STATUS_CONDITIONS[value], value: () => at },
    },
    search: { columns: { status: byRank('status_rank', TICKET_STATUSES), ...recordSearchColumns } },
  });

export const findTicketsToRetag = tenantStatement<{ id: string; tags: string[] }>(
  'ticket.tags_page',
  `select id, tags from ticket where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);
