import { NOTIFIED_TICKETS_MAX, TICKET_STATUSES, type SlaStatus } from '@parley/contracts';
import { anyRank, defineList, type ListDefinition } from '@parley/lists';
import { systemStatement, tenantStatement } from '@parley/persistence';
import {
  dueTexts,
  recordColumns,
  recordFilters,
  recordSearchColumns,
  recordStatements,
  TAG_PAGE,
  type DueRecords,
  type SummaryColumns,
} from '@parley/projections';
import { TicketRow } from './ticket.entity.ts';

/** A ticket row joined with the names it shows, from the local projections of contacts and users. */
export type TicketWithSummaries = TicketRow & SummaryColumns;

const TICKETS = recordStatements(TicketRow);

export const findTicket = tenantStatement<TicketWithSummaries>('ticket.find', TICKETS.find);

export const readTickets = tenantStatement<TicketWithSummaries>('ticket.read_locked', TICKETS.readMany);

export const findKnownTicket = tenantStatement<{ id: string }>('ticket.find_known', TICKETS.known);

/** Several are locked in the order of their ids, so that two bulk updates cannot deadlock. */
export const lockTickets = {
  lock: tenantStatement<{ id: string }>('ticket.lock', TICKETS.lockMany),
  read: readTickets,
  follows: findKnownTicket,
};

/** Those alone that have the ids, not what they were merged into. */
export const lockTicketRows = {
  lock: tenantStatement<{ id: string }>('ticket.lock_rows', TICKETS.lock('id = any($3::uuid[]) order by id')),
  read: readTickets,
};

/** Tickets of a conversation that a reply at `$4` answers: created before it and not answered earlier. */
export const lockTicketsToAnswer = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_unanswered',
    TICKETS.lock(
      `conversation_id = $3 and (first_responded_at is null or first_responded_at > $4) and created_at <= $4 order by id`,
    ),
  ),
  read: readTickets,
};

/** Tickets of a conversation that a message of the contact at `$4` reopens or wakes. */
export const lockTicketsToReopen = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_to_reopen',
    TICKETS.lock(
      `conversation_id = $3 and (status <> 'open' and status_changed_at <= $4 or wake_on_reply and snoozed_at < $4) order by id`,
    ),
  ),
  read: readTickets,
};

/** Open work of an assignee. */
export const lockOpenTicketsOfAssignee = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_of_assignee',
    TICKETS.lockBatch(`assignee_id = $3 and status not in ('resolved', 'closed')`),
  ),
  read: readTickets,
};

export const lockTicketsOfTeam = {
  lock: tenantStatement<{ id: string }>('ticket.lock_of_team', TICKETS.lockBatch('team_id = $3')),
  read: readTickets,
};

/** Those with a link to the ticket `$3`. */
export const lockTicketsLinkedTo = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_linked_to',
    TICKETS.lock(
      `links <> '[]' and links @> jsonb_build_array(jsonb_build_object('id', $3::uuid::text)) order by id`,
    ),
  ),
  read: readTickets,
};

export const lockTicketsOfConversation = {
  lock: tenantStatement<{ id: string }>(
    'ticket.lock_of_conversation',
    TICKETS.lock('conversation_id = $3 order by id'),
  ),
  read: readTickets,
};

export const findAssigneesOfConversation = tenantStatement<{ id: string; assignee_id: string | null }>(
  'ticket.find_assignees_of_conversation',
  `select id, assignee_id from ticket where workspace_id = $1 and mode = $2 and conversation_id = $3
    order by id desc limit ${NOTIFIED_TICKETS_MAX}`,
);

const transitionTexts = dueTexts('ticket', 'sla_next_transition_at');

/** Tickets with an SLA transition that is due. */
export const dueTransitions = {
  find: systemStatement<DueRecords>(
    'ticket.find_due',
    'one scheduler serves all tenants',
    transitionTexts.find,
  ),
  next: systemStatement<{ due_at: Date }>(
    'ticket.find_next_due',
    'one scheduler serves all tenants',
    transitionTexts.next,
  ),
  lock: {
    lock: tenantStatement<{ id: string }>(
      'ticket.lock_due',
      TICKETS.lock('id = any($3::uuid[]) and sla_next_transition_at <= $4 order by id', 'skip locked'),
    ),
    read: readTickets,
  },
};

const snoozeTexts = dueTexts('ticket', 'snoozed_until');

/** Tickets whose snooze ends. */
export const dueSnoozes = {
  find: systemStatement<DueRecords>(
    'ticket.find_snoozed',
    'one scheduler serves all tenants',
    snoozeTexts.find,
  ),
  next: systemStatement<{ due_at: Date }>(
    'ticket.find_next_snoozed',
    'one scheduler serves all tenants',
    snoozeTexts.next,
  ),
  lock: {
    lock: tenantStatement<{ id: string }>('ticket.lock_snoozed', TICKETS.lockSnoozed),
    read: readTickets,
  },
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
    columns: {
      ...recordColumns,
      conversation: 'conversation_id',
      first_response_due: 'sla_due_at',
      first_responded_at: 'first_responded_at',
      resolved_at: 'resolved_at',
      reopened_count: 'reopened_count',
    },
    leading: ['assignee', 'inbox', 'status'],
    search: { columns: { status: anyRank('status_rank', TICKET_STATUSES), ...recordSearchColumns } },
  });

/** The ticket with an external id, or else the one that it was merged into. */
export const findTicketByExternalId = tenantStatement<{ id: string; is_merged: boolean }>(
  'ticket.find_by_external_id',
  `select id, false as is_merged from ticket where workspace_id = $1 and mode = $2 and external_id = $3
   union all
   (select survivor_id, true from merged_ticket where workspace_id = $1 and mode = $2 and external_id = $3
     order by merged_at desc limit 1)
   limit 1`,
);

export const findTicketsToRetag = tenantStatement<{ id: string; tags: string[] }>(
  'ticket.tags_page',
  `select id, tags from ticket where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);
