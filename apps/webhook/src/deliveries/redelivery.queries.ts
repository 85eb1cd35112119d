import { tenantStatement } from '@parley/persistence';
import { STATUS } from './deliveries.queries.ts';

const QUEUE = `insert into delivery
    (webhook_id, id, position, workspace_id, mode, event_id, event_type, day, attempts_made, trigger, due_at, last_error,
     created_at)`;
const FROM_SETTLED = (trigger: 'manual' | 'schedule') =>
  `select webhook_id, id, position, workspace_id, mode, event_id, event_type, day, attempts_made, '${trigger}', now(),
          last_error, now()`;
/**
 * Nothing would be sent to a disabled one, and re-enabling it must not bring up what it was too late for. What waits is
 * locked after it, as by who disables it.
 */
const ENABLED = `enabled as materialized (select from webhook w
     where w.workspace_id = $1 and w.mode = $2 and w.id = $3 and w.status = 'enabled' for key share)`;
const IS_ENABLED = 'exists (select from enabled)';

/**
 * Sends a delivery again now, with the same `webhook-id` and bytes and the whole schedule before it, whatever became of
 * it before; breakers let it pass. `$3` is the subscription, `$4` the delivery. One that is on its way is left alone, a
 * test too. Answers a row when the delivery is queued now.
 */
export const redeliver = tenantStatement<{ id: string }>(
  'delivery.redeliver',
  `with ${ENABLED},
   waiting as (
     update delivery set status = ${STATUS.pending}, due_at = least(due_at, now()), trigger = 'manual', attempts_used = 0,
            lease_token = null, created_at = now()
      where workspace_id = $1 and mode = $2 and webhook_id = $3 and id = $4
        and ${IS_ENABLED}
        -- A lease that ended is one of a process that died.
        and (status = ${STATUS.pending} or due_at <= now())
     returning id),
   settled as (
     delete from settled_delivery
      where workspace_id = $1 and mode = $2 and webhook_id = $3 and id = $4 and not is_test and ${IS_ENABLED}
     returning *),
   queued as (${QUEUE} ${FROM_SETTLED('manual')} from settled on conflict do nothing returning id)
   select id from waiting union all select id from queued`,
);

/**
 * Sends again what failed of a subscription: `$3` the subscription, with ids from `$4` and before `$5`, which tell the
 * time, oldest first, at most `$6`. Answers how many; ask again while that is `$6`.
 */
export const recoverFailed = tenantStatement<{ recovered: number }>(
  'delivery.recover_failed',
  `with ${ENABLED},
   failed as (
     delete from settled_delivery where (id, day) in (
       select id, day from settled_delivery
        where workspace_id = $1 and mode = $2 and webhook_id = $3 and status = ${STATUS.failed} and not is_test
          and id >= $4 and id < $5 and ${IS_ENABLED}
        order by id limit $6)
       and workspace_id = $1 and mode = $2 and webhook_id = $3
     returning *),
   queued as (${QUEUE} ${FROM_SETTLED('schedule')} from failed order by position on conflict do nothing returning id)
   select count(*)::int as recovered from queued`,
);
