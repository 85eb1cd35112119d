import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';
import { SELECT, type ShownTicket } from './tickets.queries.ts';

/** Those that are due longest, and as many of those that are due last, are announced in one round. */
export const DUE_MAX = 100;

const DUE = `select workspace_id, mode, id from ticket
  where sla_next_at <= $1 and workspace_id || '/' || mode <> all($2::text[])`;

/**
 * Tickets whose clocks have changed by an instant, without those of some tenants, written
 * `workspace/mode`: at least `DUE_MAX`, where there are so many. From both ends: after an outage that has left 100,000
 * behind, what changes now is still told in time.
 */
export const findDue = systemStatement<{ workspace_id: string; mode: Mode; ids: string[] }>(
  'ticket.find_due',
  'the clocks of all tenants are watched together',
  `select workspace_id, mode, array_agg(id) as ids
     from ((${DUE} order by sla_next_at limit ${DUE_MAX})
           union
           (${DUE} order by sla_next_at desc limit ${DUE_MAX})) due
    group by workspace_id, mode`,
);

/** The first moment after an instant at which a clock changes. */
export const findNextDue = systemStatement<{ sla_next_at: Date }>(
  'ticket.find_next_due',
  'the clocks of all tenants are watched together',
  'select sla_next_at from ticket where sla_next_at > $1 order by sla_next_at limit 1',
);

/** Those of them that nobody else is changing or announcing. */
export const lockDue = tenantStatement<ShownTicket>(
  'ticket.lock_due',
  `${SELECT} where ticket.workspace_id = $1 and ticket.mode = $2 and ticket.id = any($3::uuid[])
      and ticket.sla_next_at <= $4
    order by ticket.id for update of ticket skip locked`,
);
