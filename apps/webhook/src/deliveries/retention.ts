import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { ScheduledJob, LOGGER, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { restingEndpoints, settledDeliveries, waitingDeliveries } from './delivery-metrics.ts';
import { failOldest, keepPartitions, overfull, queueState } from './retention.queries.ts';

const PARTITIONS_EVERY_MS = 3_600_000;
const BACKLOG_EVERY_MS = 15_000;
const FOR_EVER_DAYS = 36_500;
/** Short statements, so that claims come in between. */
const FAIL_AT_A_TIME = 5_000;

/** Bounds what is kept: drops partitions that are too old, makes those of the next days, and fails what overflows. */
@Injectable()
export class Retention implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #partitions: ScheduledJob;
  readonly #others: ScheduledJob[];

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const chore = (everyMs: number, failureMessage: string, work: () => Promise<void>) =>
      new ScheduledJob(work, { everyMs, failureMessage, logger });
    this.#partitions = chore(PARTITIONS_EVERY_MS, 'partitions not kept', () => this.keepPartitions());
    this.#others = [
      chore(BACKLOG_EVERY_MS, 'backlogs not bounded', () => this.boundBacklogs()),
      chore(BACKLOG_EVERY_MS, 'queue not measured', () => this.measure()),
    ];
  }

  /** Before anything is taken in: after a week without us there is no partition for today. */
  async onModuleInit(): Promise<void> {
    await this.keepPartitions({ dropping: false });
  }

  onApplicationBootstrap(): void {
    // Not before: a drop waits for whoever reads, such as a backup, and that must not keep the service from starting.
    this.#partitions.run();
    for (const chore of [this.#partitions, ...this.#others]) chore.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.#partitions, ...this.#others].map((chore) => chore.stop()));
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
  async measure(): Promise<void> {
    const [state] = await this.db.system(queueState);
    if (state === undefined) return;
    waitingDeliveries.set(state.waiting);
    restingEndpoints.set({ reason: 'paused' }, state.paused);
    restingEndpoints.set({ reason: 'broken' }, state.broken);
  }
}
