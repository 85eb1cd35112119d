import { tenantStatement } from '@parley/persistence';
import { STATUS } from '../queue/deliveries.queries.ts';

const KEPT = `webhook_id, id, position, workspace_id, mode, event_id, event_type, day, attempts_made, last_error`;
const QUEUE = `insert into delivery (${KEPT}, trigger, due_at, created_at)`;
const FROM_COMPLETED = (trigger: 'manual' | 'schedule') => `select ${KEPT}, '${trigger}', now(), now()`;
/** A disabled subscription gets none, because they would be sent later. Locked before its deliveries, as when it is disabled. */
const ENABLED = `enabled as materialized (select from webhook w
     where w.workspace_id = $1 and w.mode = $2 and w.id = $3 and w.status = 'enabled' for key share)`;
const IS_ENABLED = 'exists (select from enabled)';

/** Makes delivery `$4` of subscription `$3` due now, past an open circuit breaker; none in flight, and no test. */
export const retryNow = tenantStatement<{ id: string }>(
  'delivery.retry',
  `with ${ENABLED},
   pending as (
     update delivery set status = ${STATUS.pending}, due_at = least(due_at, now()), trigger = 'manual', attempts_used = 0,
            lease_token = null, created_at = now()
      where workspace_id = $1 and mode = $2 and webhook_id = $3 and id = $4
        and ${IS_ENABLED}
        -- An expired lease belongs to a process that crashed.
        and (status = ${STATUS.pending} or due_at <= now())
     returning id),
   completed as (
     delete from completed_delivery
      where workspace_id = $1 and mode = $2 and webhook_id = $3 and id = $4 and not is_test and ${IS_ENABLED}
     returning ${KEPT}),
   queued as (${QUEUE} ${FROM_COMPLETED('manual')} from completed on conflict do nothing returning id)
   select id from pending union all select id from queued`,
);

/** Queues up to `$6` failed deliveries of subscription `$3` with ids from `$4` and before `$5` again; returns how many. */
export const recoverFailed = tenantStatement<{ recovered: number }>(
  'delivery.recover_failed',
  `with ${ENABLED},
   failed as (
     delete from completed_delivery where (id, day) in (
       select id, day from completed_delivery
        where workspace_id = $1 and mode = $2 and webhook_id = $3 and status = ${STATUS.failed} and not is_test
          and id >= $4 and id < $5 and ${IS_ENABLED}
        order by id limit $6)
       and workspace_id = $1 and mode = $2 and webhook_id = $3
     returning ${KEPT}),
   queued as (${QUEUE} ${FROM_COMPLETED('schedule')} from failed order by position on conflict do nothing returning id)
   select count(*)::int as recovered from queued`,
);
