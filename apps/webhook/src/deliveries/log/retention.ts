import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Every } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import {
  backlog,
  circuitsOpen,
  deliveriesCompleted,
  endpointsPaused,
  oldestDue,
} from '../attempts/delivery-metrics.ts';
import { failOldest, findOversizedQueues, maintainPartitions, queueStatistics } from './retention.queries.ts';

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
    this.#unobserve = oldestDue.observe(() => {
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
        deliveriesCompleted.inc({ outcome: 'overflow' }, failed);
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
    backlog.set(row.due);
    this.#oldestDueAt = row.oldest_due_at;
    endpointsPaused.set(row.paused);
    circuitsOpen.set(row.circuits_open);
  }

  async #maintain(days: number, attemptDays: number): Promise<void> {
    // Completed deliveries before bodies: deliveries in the log can be retried, which needs their bodies.
    await this.db.system(maintainPartitions, ['completed_delivery', days]);
    // The log before the bodies that it shows.
    await this.db.system(maintainPartitions, ['event_log', days]);
    await this.db.system(maintainPartitions, ['event', days]);
    await this.db.system(maintainPartitions, ['attempt', attemptDays]);
  }
}
