import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Every, LOGGER, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { restingEndpoints, settledDeliveries, waitingDeliveries } from './delivery-metrics.ts';
import { failOldest, keepPartitions, overfull, queueState } from './retention.queries.ts';

const FOR_EVER_DAYS = 36_500;
/** Short statements, so that claims come in between. */
const FAIL_AT_A_TIME = 5_000;

/** Bounds what is kept: drops partitions that are too old, makes those of the next days, and fails what overflows. */
@Injectable()
export class Retention implements OnModuleInit {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before anything is taken in: after a week without us there is no partition for today. */
  async onModuleInit(): Promise<void> {
    await this.keepPartitions({ dropping: false });
  }

  /** Not part of the start: dropping a partition waits for its readers, such as a backup. */
  @Every('1h', 'delivery.drop_partitions', { atStart: true })
  dropPartitions(): Promise<void> {
    return this.keepPartitions();
  }

  /** Safe with several processes at once. */
  async keepPartitions({ dropping = true } = {}): Promise<void> {
    const { WEBHOOK_RETENTION: days, WEBHOOK_ATTEMPT_RETENTION: attemptDays } = this.config;
    for (const [table, keep] of [
      // Before the bodies: what is in the log can be sent again.
      ['settled_delivery', days],
      ['event', days],
      ['attempt', attemptDays],
    ] as const)
      await this.db.system(keepPartitions, [table, dropping ? keep : FOR_EVER_DAYS]);
  }

  /** Fails the oldest deliveries of endpoints for which too many wait. Safe with several processes at once. */
  @Every('15s', 'delivery.trim_queues')
  async boundBacklogs(): Promise<void> {
    const { WEBHOOK_BACKLOG: keep } = this.config;
    for (const { webhook_id: id } of await this.db.system(overfull, [keep])) {
      let [all, last] = [0, FAIL_AT_A_TIME];
      while (last === FAIL_AT_A_TIME) {
        const [row] = await this.db.system(failOldest, [id, keep, FAIL_AT_A_TIME]);
        last = row?.failed ?? 0;
        all += last;
        settledDeliveries.inc({ outcome: 'overflow' }, last);
      }
      if (all > 0)
        this.logger.error(
          { webhook_id: encodeId('webhook', id), failed: all },
          'too many deliveries waited: the oldest failed',
        );
    }
  }

  /** Tells metrics how long the queue is. */
  @Every('15s', 'delivery.measure_queue')
  async measure(): Promise<void> {
    const [state] = await this.db.system(queueState);
    if (state === undefined) return;
    waitingDeliveries.set(state.waiting);
    restingEndpoints.set({ reason: 'paused' }, state.paused);
    restingEndpoints.set({ reason: 'broken' }, state.broken);
  }
}
