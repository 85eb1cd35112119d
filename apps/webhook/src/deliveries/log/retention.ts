import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { Database, systemStatement } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import * as metrics from '../attempts/delivery-metrics.ts';
import { STATUS } from '../queue/deliveries.queries.ts';

const DAYS_AHEAD = 7;

/** Creates future partitions of table `$1`, and drops those older than `$2` days unless queued deliveries need them. */
const maintainPartitions = systemStatement<never>(
  'retention.maintain_partitions',
  'partitions hold rows of all workspaces',
  `select maintain_partitions($1, current_date, $2, ${DAYS_AHEAD},
     case when $1 <> 'attempt' then (select min(day) from delivery) end)`,
);

/** Enabled subscriptions with more than `$1` pending deliveries; the queues of others are being cancelled. */
const findOversizedQueues = systemStatement<{ webhook_id: string }>(
  'delivery.oversized_queues',
  'queues of all workspaces are limited',
  `select webhook_id from delivery where status = ${STATUS.pending}
      and exists (select from webhook where webhook.id = webhook_id and webhook.status = 'enabled')
    group by webhook_id having count(*) > $1::int`,
);

/** Fails the oldest pending deliveries of subscription `$1` above the limit `$2`, up to `$3`; returns how many. */
const failOldest = systemStatement<{ failed: number }>(
  'delivery.fail_oldest',
  'queues of all workspaces are limited',
  'select fail_oldest_deliveries($1, $2, $3) as failed',
);

const queueStatistics = systemStatement<{
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

const NO_RETENTION_LIMIT_DAYS = 36_500;
/** Short statements let claims in between. */
const FAIL_BATCH_SIZE = 5_000;

/** Maintains daily partitions and queue limits. All methods are safe to run in several processes at once. */
@Injectable()
export class Retention implements OnModuleInit, OnApplicationShutdown {
  #oldestDueAt: Date | null = null;
  #unobserve: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes partitions before events are received: after a week of downtime, today's partition does not exist. */
  async onModuleInit(): Promise<void> {
    await this.#maintain(NO_RETENTION_LIMIT_DAYS, NO_RETENTION_LIMIT_DAYS);
    this.#unobserve = metrics.oldestDue.observe(() => {
      const since = this.#oldestDueAt?.getTime() ?? Date.now();
      return [{ labels: {}, value: Math.max(0, Date.now() - since) / 1000 }];
    });
  }

  onApplicationShutdown(): void {
    this.#unobserve();
  }

  /** Not part of `onModuleInit`: dropping a partition waits for its readers, such as a backup. */
  @Every('1h', 'webhook.partitions.maintain', { atStart: true })
  async maintainPartitions(): Promise<void> {
    await this.#maintain(this.config.WEBHOOK_RETENTION, this.config.WEBHOOK_ATTEMPT_RETENTION);
  }

  @Every('15s', 'webhook.queues.trim')
  async trimQueues(): Promise<void> {
    const { WEBHOOK_MAX_QUEUED_PER_ENDPOINT: limit } = this.config;
    for (const { webhook_id: id } of await this.db.system(findOversizedQueues, [limit])) {
      let [total, failed] = [0, FAIL_BATCH_SIZE];
      while (failed === FAIL_BATCH_SIZE) {
        const [row] = await this.db.system(failOldest, [id, limit, FAIL_BATCH_SIZE]);
        failed = row?.failed ?? 0;
        total += failed;
        metrics.deliveriesCompleted.inc({ outcome: 'overflow' }, failed);
      }
      if (total > 0)
        this.logger.error(
          { event: 'webhook.queue.overflow', webhook_id: encodeId('webhook', id), failed: total },
          'Queue limit exceeded: the oldest deliveries failed',
        );
    }
  }

  @Every('15s', 'webhook.gauges.update', { atStart: true })
  async updateGauges(): Promise<void> {
    const [row] = await this.db.system(queueStatistics);
    if (row === undefined) return;
    metrics.backlog.set(row.due);
    this.#oldestDueAt = row.oldest_due_at;
    metrics.endpointsPaused.set(row.paused);
    metrics.circuitsOpen.set(row.circuits_open);
  }

  async #maintain(days: number, attemptDays: number): Promise<void> {
    // The bodies last: completed deliveries can be retried, and the log shows them.
    for (const table of ['completed_delivery', 'event_log', 'event'])
      await this.db.system(maintainPartitions, [table, days]);
    await this.db.system(maintainPartitions, ['attempt', attemptDays]);
  }
}
