import { systemStatement } from '@parley/persistence';
import { STATUS } from './deliveries.queries.ts';

const DAYS_AHEAD = 7;

/**
 * Makes partitions ahead and drops those that are too old: `$1` the table, `$2` days that are kept. Bodies, and the place
 * where a delivery ends, are kept as long as something has to be sent, whatever the schedule.
 */
export const keepPartitions = systemStatement<never>(
  'retention.keep_partitions',
  'partitions hold rows of all workspaces',
  `select keep_partitions($1, current_date, $2, ${DAYS_AHEAD}, 
     case when $1 <> 'attempt' then (select min(day) from delivery) end)`,
);

/** Subscriptions with more than `$1` deliveries waiting, and how many too many. */
export const overfull = systemStatement<{ webhook_id: string; excess: number }>(
  'delivery.overfull',
  'a queue that is too long is of any workspace',
  `select webhook_id, (count(*) - $1::int)::int as excess from delivery where status = ${STATUS.pending}
    group by webhook_id having count(*) > $1::int`,
);

/** Fails the oldest deliveries of a subscription `$1`, `$2` of them: they can be recovered. Answers how many those were. */
export const failOldest = systemStatement<{ failed: number }>(
  'delivery.fail_oldest',
  'a queue that is too long is of any workspace',
  `with oldest as (
     delete from delivery where webhook_id = $1 and id in (
       select id from delivery where webhook_id = $1 and status = ${STATUS.pending}
        order by position limit $2 for update skip locked)
     returning *),
   settled as (
     insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
            attempts_made, last_error, created_at)
     select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, ${STATUS.failed}, attempts_made,
            'overflow', created_at from oldest
     returning 1)
   select count(*)::int as failed from settled`,
);

/** What waits, and which endpoints are left alone: for metrics. */
export const queueState = systemStatement<{ waiting: number; paused: number; broken: number }>(
  'delivery.queue_state',
  'metrics are of the whole installation',
  `select (select count(*)::int from delivery where status = ${STATUS.pending} and due_at <= now()) as waiting,
          (count(*) filter (where paused_until > now()))::int as paused,
          (count(*) filter (where broken_until > now()))::int as broken
     from webhook where status = 'enabled'`,
);
