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

/** Subscriptions with more than `$1` deliveries waiting. Those of others than enabled ones are being cancelled. */
export const overfull = systemStatement<{ webhook_id: string }>(
  'delivery.overfull',
  'a queue that is too long is of any workspace',
  `select webhook_id from delivery where status = ${STATUS.pending}
      and exists (select from webhook where webhook.id = webhook_id and webhook.status = 'enabled')
    group by webhook_id having count(*) > $1::int`,
);

/** Fails the oldest deliveries of a subscription `$1`, down to `$2`, and at most `$3`: they can be recovered. Answers how many. */
export const failOldest = systemStatement<{ failed: number }>(
  'delivery.fail_oldest',
  'a queue that is too long is of any workspace',
  'select fail_oldest($1, $2, $3) as failed',
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
