import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ScheduledJob, LOGGER, type Logger } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { cancelDeliveries, subscriptionsWithRest } from './cancellations.queries.ts';
import { settledDeliveries } from './delivery-metrics.ts';

const SWEEP_EVERY_MS = 15_000;
type Queries = Pick<Transaction, 'system'>;

/** What one transaction cancels. 100,000 in one held up whoever stored an event of the workspace for seconds. */
export const CANCEL_AT_A_TIME = 1_000;

/**
 * Cancels what waits for subscriptions that are disabled or deleted. Nothing of it is sent from the moment they are; it
 * leaves the queue in parts, and whoever comes by takes care of what a process has left that was killed.
 */
@Injectable()
export class Cancellations implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweep: ScheduledJob;
  #stopped = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    const name = 'delivery.cancel';
    this.#sweep = new ScheduledJob(() => this.sweep(), { everyMs: SWEEP_EVERY_MS, name, logger });
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#sweep.stop();
  }

  /** Begins, in the transaction that has disabled or deleted a subscription; a long queue goes on after it. */
  async begin(tx: Pick<Transaction, 'system' | 'afterCommit'>, webhookUuid: string): Promise<void> {
    const cancelled = await some(tx, webhookUuid);
    tx.afterCommit(() => {
      count(cancelled);
      if (cancelled === CANCEL_AT_A_TIME) this.#sweep.run();
    });
  }

  /** Cancels the rest of a subscription that is disabled, before it is enabled: it begins with an empty queue. */
  async finish(db: Queries, webhookUuid: string): Promise<void> {
    while (await hasMore(db, webhookUuid));
  }

  /** Cancels the rest of all subscriptions that are disabled or deleted, unless the process is asked to stop. */
  async sweep(): Promise<void> {
    for (const { id } of await this.db.system(subscriptionsWithRest))
      while (!this.#stopped && (await hasMore(this.db, id)));
  }
}

/** Cancels a part; answers whether there may be more. */
async function hasMore(db: Queries, webhookUuid: string): Promise<boolean> {
  const cancelled = await some(db, webhookUuid);
  count(cancelled);
  return cancelled === CANCEL_AT_A_TIME;
}

async function some(db: Queries, webhookUuid: string): Promise<number> {
  const [row] = await db.system(cancelDeliveries, [webhookUuid, CANCEL_AT_A_TIME]);
  return row?.cancelled ?? 0;
}

function count(cancelled: number): void {
  settledDeliveries.inc({ outcome: 'cancelled' }, cancelled);
}
