import { TICKET_STATUSES, type SlaStatus } from '@parley/contracts';
import { anyRank, defineList, type ListDefinition } from '@parley/lists';
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

export const findTicket = tenantStatement<TicketWithSummaries>('ticket.find', TICKETS.find);

const read = tenantStatement<TicketWithSummaries>('ticket.read_locked', TICKETS.readMany);

/** Several are locked in the order of their ids, so that two bulk updates cannot deadlock. */
export const lockTickets = {
  lock: tenantStatement<{ id: string }>('ticket.lock', TICKETS.lock('id = any($3::uuid[]) order by id')),
  read,
};

/** Tickets of a conversation that a reply at `$4` answers: created before it and not answered earlier. */
export const lockTicketsToAnswer = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_unanswered',
    TICKETS.lock(
      `conversation_id = $3 and (first_responded_at is null or first_responded_at > $4) and created_at <= $4 order by id`,
    ),
  ),
  read,
};

/** Tickets of a conversation that a message of the contact at `$4` reopens. */
export const lockTicketsToReopen = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_to_reopen',
    TICKETS.lock(`conversation_id = $3 and status <> 'open' and status_changed_at <= $4 order by id`),
  ),
  read,
};

/** Open work of an assignee. */
export const lockOpenTicketsOfAssignee = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_of_assignee',
    TICKETS.lockBatch(`assignee_id = $3 and status not in ('resolved', 'closed')`),
  ),
  read,
};

export const lockTicketsOfConversation = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_of_conversation',
    TICKETS.lock('conversation_id = $3 order by id'),
  ),
  read,
};

/** Tickets with an SLA transition that is due at `$4`, except those that another process works on. */
export const lockDueTickets = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_due',
    TICKETS.lock('id = any($3::uuid[]) and sla_next_transition_at <= $4 order by id', 'skip locked'),
  ),
  read,
};

/** SLA status at an instant as ranges of indexed columns. */
const SLA_STATUS_CONDITIONS: Readonly<Record<SlaStatus | 'none', string>> = {
  on_track: 'effective_warning_at > ?',
  warning: 'effective_warning_at <= ? and effective_due_at >= ?',
  breached: 'effective_due_at < ?',
  none: 'sla_due_at is null',
};

/** The ticket list; `at` is the instant at which `sla_status` is evaluated. */
export const ticketListAt = (at: Date): ListDefinition<TicketWithSummaries> =>
  defineList({
    name: 'ticket.list',
    rows: TICKETS.rows,
    longText: 'description',
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
      sla_status: {
        sql: (statuses: readonly (SlaStatus | 'none')[]) =>
          `(${statuses.map((status) => SLA_STATUS_CONDITIONS[status]).join(' or ')})`,
        value: () => at,
      },
    },
    search: { columns: { status: anyRank('status_rank', TICKET_STATUSES), ...recordSearchColumns } },
  });

export const findTicketByExternalId = tenantStatement<{ id: string }>(
  'ticket.find_by_external_id',
  'select id from ticket where workspace_id = $1 and mode = $2 and external_id = $3',
);

export const findTicketsToRetag = tenantStatement<{ id: string; tags: string[] }>(
  'ticket.tags_page',
  `select id, tags from ticket where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);
