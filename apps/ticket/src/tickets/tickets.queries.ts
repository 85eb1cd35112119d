import { selectWithCopies, shownAssignee, shownContact, type Copied } from '@parley/copies';
import { encodeId, tagKey, uuidOf, type Id, type Mode, type SlaStatus, type Ticket } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import {
  createdWithin,
  defineList,
  equals,
  systemStatement,
  tenantStatement,
  type ListDefinition,
} from '@parley/persistence';
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

/** At most this many tickets are announced in one transaction. */
export const DUE_MAX = 100;

/** Without those of some tenants, written `workspace/mode`. */
export const findDue = systemStatement<{ workspace_id: string; mode: Mode; ids: string[] }>(
  'ticket.find_due',
  'the clocks of all tenants are watched together',
  `select workspace_id, mode, array_agg(id) as ids
     from (select workspace_id, mode, id from ticket
            where sla_next_at <= $1 and workspace_id || '/' || mode <> all($2::text[])
            order by sla_next_at limit ${DUE_MAX}) due
    group by workspace_id, mode`,
);

/** Those of them that nobody else is changing or announcing. */
export const lockDue = tenantStatement<ShownTicket>(
  'ticket.lock_due',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = any($3::uuid[])
      and ticket.sla_next_at <= $4
    order by ticket.id for update of ticket skip locked`,
);

/** A stopped clock shows what it stopped at; a running one what its times say, as ranges that an index knows. */
const SHOWS_SLA_STATUS = `(sla_stopped_status = (?::text[])[1]
  or sla_stopped_status is null
    and sla_due_at >= (?::text[])[2]::timestamptz and sla_due_at < (?::text[])[3]::timestamptz
    and sla_warning_at > (?::text[])[4]::timestamptz and sla_warning_at <= (?::text[])[5]::timestamptz)`;

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
      status: equals('status'),
      priority: equals('priority'),
      assignee: equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id)),
      inbox: equals('inbox_id', (id: Id<'inbox'>) => uuidOf('inbox', id)),
      contact: equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)),
      tag: {
        sql: `tag_keys <> '{}' and tenant_keys(workspace_id, mode, tag_keys) @> array[$1::uuid || '/' || $2 || '/' || ?]`,
        value: tagKey,
      },
      sla_status: { sql: SHOWS_SLA_STATUS, value: (status: SlaStatus) => slaRanges(status, at) },
      ...createdWithin,
    },
  });

function slaRanges(status: SlaStatus, at: Date): string[] {
  const now = at.toISOString();
  const due = status === 'breached' ? ['-infinity', now] : [now, 'infinity'];
  const warning =
    status === 'breached'
      ? ['-infinity', 'infinity']
      : status === 'warning'
        ? ['-infinity', now]
        : [now, 'infinity'];
  return [status, ...due, ...warning];
}

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
    assignee: row.assignee_id === null ? null : shownAssignee(row.assignee_id, row),
    contact: row.contact_id === null ? null : shownContact(row.contact_id, row),
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    conversation_id: row.conversation_id === null ? null : encodeId('conversation', row.conversation_id),
    tags: row.tags,
    custom_fields: row.custom_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
