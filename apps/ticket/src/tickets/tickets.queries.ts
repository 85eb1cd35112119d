import { byContactAddress, CHANGE_BATCH, type SummaryColumns, withSummaries } from '@parley/projections';
import { Priority, TICKET_STATUSES, uuidOf, type Id, type SlaStatus } from '@parley/contracts';
import {
  anyAssignee,
  anyId,
  anyRank,
  anyTag,
  byRank,
  createdWithin,
  defineList,
  equals,
  type ListDefinition,
  updatedWithin,
} from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { TicketRow } from './ticket.entity.ts';

/** A ticket row joined with the names it shows, from the local projections of contacts and users. */
export type TicketWithSummaries = TicketRow & SummaryColumns;

const TICKETS = withSummaries(Selection.of(TicketRow));

/** `select … from ticket` with its joins; conditions and order follow. */
export const SELECT_TICKET = TICKETS.select();

export const findTicket = tenantStatement<TicketWithSummaries>(
  'ticket.find',
  `${SELECT_TICKET} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = $3`,
);

export const findTicketForUpdate = tenantStatement<TicketWithSummaries>(
  'ticket.find_for_update',
  `${findTicket.text} for update of ticket`,
);

export const lockTickets = tenantStatement<TicketWithSummaries>(
  'ticket.lock',
  `${SELECT_TICKET} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = any($3::uuid[])
    order by ticket.id for update of ticket`,
);

/** Tickets of a conversation that a reply at `$4` answers: created before it and not answered earlier. */
export const lockTicketsToAnswer = tenantStatement<TicketWithSummaries>(
  'ticket.lock_unanswered',
  `${SELECT_TICKET} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.conversation_id = $3
      and (ticket.first_responded_at is null or ticket.first_responded_at > $4) and ticket.created_at <= $4
    order by ticket.id for update of ticket`,
);

/** Open work of an assignee, after a record in the order of creation. */
export const lockOpenTicketsOfAssignee = tenantStatement<TicketWithSummaries>(
  'ticket.lock_of_assignee',
  `${SELECT_TICKET} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.assignee_id = $3
      and ticket.status not in ('resolved', 'closed') and (ticket.created_at, ticket.id) > ($4, $5)
    order by ticket.created_at, ticket.id limit ${CHANGE_BATCH} for update of ticket`,
);

export const lockTicketsOfConversation = tenantStatement<TicketWithSummaries>(
  'ticket.lock_of_conversation',
  `${SELECT_TICKET} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.conversation_id = $3
    order by ticket.id for update of ticket`,
);

/** SLA status at an instant as ranges of indexed columns. */
const SLA_STATUS_CONDITIONS: Readonly<Record<SlaStatus, string>> = {
  on_track: 'effective_warning_at > ?',
  warning: 'effective_warning_at <= ? and effective_due_at >= ?',
  breached: 'effective_due_at < ?',
};

const PRIORITIES = Priority.options.toReversed();

/** The ticket list; `at` is the instant at which `sla_status` is evaluated. */
export const ticketListAt = (at: Date): ListDefinition<TicketWithSummaries> =>
  defineList({
    name: 'ticket.list',
    rows: TICKETS,
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
      priority: anyRank('priority_rank', PRIORITIES),
      assignee: anyAssignee,
      inbox: anyId('inbox_id', 'inbox'),
      tag: anyTag,
      // Not part of the sort indexes: almost every contact has only a few tickets.
      contact: { ...equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)), set: 'unknown' },
      sla_status: { sql: (value: SlaStatus) => SLA_STATUS_CONDITIONS[value], value: () => at },
      ...createdWithin,
      ...updatedWithin,
    },
    search: {
      columns: {
        status: byRank('status_rank', TICKET_STATUSES),
        priority: byRank('priority_rank', PRIORITIES),
        assignee: equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id)),
        email: byContactAddress,
      },
    },
  });
