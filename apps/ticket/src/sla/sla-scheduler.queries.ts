import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';
import { TICKETS_OF_TENANT, type TicketWithSummaries } from '../tickets/tickets.queries.ts';

/** A batch takes the oldest due transitions and as many of the newest. */
export const BATCH_SIZE = 100;

const DUE = `select workspace_id, mode, id from ticket
  where sla_next_transition_at <= $1 and workspace_id || '/' || mode <> all($2::text[])`;

/**
 * Tickets with a transition due at an instant, except those of some tenants (`workspace/mode`). From both ends: after an outage,
 * the events of those that are due now are still emitted in time.
 */
export const findDueTransitions = systemStatement<{ workspace_id: string; mode: Mode; ids: string[] }>(
  'ticket.find_due',
  'one scheduler serves all tenants',
  `select workspace_id, mode, array_agg(id) as ids
     from ((${DUE} order by sla_next_transition_at limit ${BATCH_SIZE})
           union
           (${DUE} order by sla_next_transition_at desc limit ${BATCH_SIZE})) due
    group by workspace_id, mode`,
);

/** The first transition after an instant. */
export const findNextTransition = systemStatement<{ sla_next_transition_at: Date }>(
  'ticket.find_next_due',
  'one scheduler serves all tenants',
  'select sla_next_transition_at from ticket where sla_next_transition_at > $1 order by sla_next_transition_at limit 1',
);

/** Locks the due tickets that no other transaction holds. */
export const lockDueTickets = tenantStatement<TicketWithSummaries>(
  'ticket.lock_due',
  `${TICKETS_OF_TENANT} and ticket.id = any($3::uuid[])
      and ticket.sla_next_transition_at <= $4
    order by ticket.id for update of ticket skip locked`,
);
