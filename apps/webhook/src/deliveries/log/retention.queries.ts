import { systemStatement } from '@parley/persistence';
import { STATUS } from '../queue/deliveries.queries.ts';

const DAYS_AHEAD = 7;

/** Creates future partitions of table `$1`, and drops those older than `$2` days unless queued deliveries need them. */
export const maintainPartitions = systemStatement<never>(
  'retention.maintain_partitions',
  'partitions hold rows of all workspaces',
  `select maintain_partitions($1, current_date, $2, ${DAYS_AHEAD},
     case when $1 <> 'attempt' then (select min(day) from delivery) end)`,
);

/** Enabled subscriptions with more than `$1` pending deliveries; the queues of others are being cancelled. */
export const findOversizedQueues = systemStatement<{ webhook_id: string }>(
  'delivery.oversized_queues',
  'queues of all workspaces are limited',
  `select webhook_id from delivery where status = ${STATUS.pending}
      and exists (select from webhook where webhook.id = webhook_id and webhook.status = 'enabled')
    group by webhook_id having count(*) > $1::int`,
);

/** Fails the oldest pending deliveries of subscription `$1` above the limit `$2`, up to `$3`; returns how many. */
export const failOldest = systemStatement<{ failed: number }>(
  'delivery.fail_oldest',
  'queues of all workspaces are limited',
  'select fail_oldest_deliveries($1, $2, $3) as failed',
);

export const queueStatistics = systemStatement<{
  due: number;
  oldest_due_at: Date | null;
  paused: number;
  circuits_open: number;
}>(
  'delivery.queue_statistics',
  'metrics cover the whole installation',
  `select (select count(*)::int from delivery where status = ${STATUS.pending} and due_at <= now()) as due,
          (select min(d.due_at) from delivery d join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
            where d.status = ${STATUS.pending} and d.due_at <= now() and w.status = 'enabled' and not w.is_half_open
              and coalesce(w.paused_until <= now(), true) and coalesce(w.circuit_open_until <= now(), true)) as oldest_due_at,
          (count(*) filter (where paused_until > now()))::int as paused,
          (count(*) filter (where circuit_open_until > now()))::int as circuits_open
     from webhook where status = 'enabled'`,
);
