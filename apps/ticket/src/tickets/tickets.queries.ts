import {
  byContactAddress,
  selectWithSummaries,
  assigneeSummary,
  contactSummary,
  type SummaryColumns,
} from '@parley/projections';
import {
  encodeId,
  Priority,
  tagKey,
  TICKET_STATUSES,
  uuidOf,
  type Id,
  type SlaStatus,
  type Ticket,
} from '@parley/contracts';
import { versioned } from '@parley/kernel';
import {
  createdWithin,
  defineList,
  equals,
  tenantStatement,
  type ColumnFilter,
  type ListDefinition,
} from '@parley/persistence';
import { slaStatusAt } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

/** A ticket with what it shows of others, from the copies that events keep. */
export type ShownTicket = TicketRow & SummaryColumns;

/** Rows with what they show of others; where and order follow. */
export const SELECT = selectWithSummaries('ticket');

export const findTicket = tenantStatement<ShownTicket>(
  'ticket.find',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = $3`,
);

/** Locked until the transaction ends, so that what is decided from it still holds when it is written. */
export const findTicketForUpdate = tenantStatement<ShownTicket>(
  'ticket.find_for_update',
  `${findTicket.text} for update of ticket`,
);

export const lockTickets = tenantStatement<ShownTicket>(
  'ticket.lock',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = any($3::uuid[])
    order by ticket.id for update of ticket`,
);

/** Those that know of no earlier response, and were there when this one was given. */
export const lockUnanswered = tenantStatement<ShownTicket>(
  'ticket.lock_unanswered',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.conversation_id = $3
      and (ticket.first_responded_at is null or ticket.first_responded_at > $4) and ticket.created_at <= $4
    order by ticket.id for update of ticket`,
);

/** What a clock shows at an instant, as ranges that the indexes know. */
const SHOWS: Readonly<Record<SlaStatus, string>> = {
  on_track: 'shown_warning_at > ?',
  warning: 'shown_warning_at <= ? and shown_due_at >= ?',
  breached: 'shown_due_at < ?',
};

/** A filter by the number that a word has among others, which is what indexes hold. */
const byRank = (column: string, words: readonly string[]): ColumnFilter => ({
  sql: `${column} = array_position('{${words.join()}}'::text[], ?::text)`,
  value: (word: string) => word,
});

const status = byRank('status_rank', TICKET_STATUSES);
const priority = byRank('priority_rank', Priority.options.toReversed());

const assignee = equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id));

/** The list as it is at an instant, which clocks are compared with. */
export const ticketListAt = (at: Date): ListDefinition<ShownTicket> =>
  defineList({
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
      status,
      priority,
      assignee,
      inbox: equals('inbox_id', (id: Id<'inbox'>) => uuidOf('inbox', id)),
      // Not in the indexes of the sorts: nearly every contact has few.
      contact: { ...equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)), gathered: true },
      tag: {
        sql: `tag_keys <> '{}' and tenant_keys(workspace_id, mode, tag_keys) @> array[$1::uuid || '/' || $2 || '/' || ?]`,
        value: tagKey,
        gathered: true,
        walked: 'tag_keys @> array[?::text]',
      },
      sla_status: { sql: (shown: SlaStatus) => SHOWS[shown], value: () => at },
      ...createdWithin,
    },
    search: {
      columns: {
        status,
        priority,
        assignee,
        email: byContactAddress,
      },
    },
  });

/** A ticket as the API shows it at an instant. */
export function toTicket(row: ShownTicket, at: Date): Ticket {
  return versioned(row.version, {
    id: encodeId('ticket', row.id),
    subject: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    sla: { status: slaStatusAt(row, at), first_response_due: row.sla_due_at.toISOString() },
    first_responded_at: row.first_responded_at?.toISOString() ?? null,
    assignee: row.assignee_id === null ? null : assigneeSummary(row.assignee_id, row),
    contact: row.contact_id === null ? null : contactSummary(row.contact_id, row),
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    conversation_id: row.conversation_id === null ? null : encodeId('conversation', row.conversation_id),
    tags: row.tags,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
