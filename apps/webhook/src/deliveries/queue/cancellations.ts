import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { webhookDisabled } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import { Database, systemStatement, type Transaction } from '@parley/persistence';
import { WebhookRow } from '../../webhooks/webhook.entity.ts';
import { toWebhook } from '../../webhooks/webhook.serializer.ts';
import { deliveriesCompleted, webhooksDisabled } from '../attempts/delivery-metrics.ts';

/** Cancels up to `$2` deliveries of subscription `$1` if it is disabled or deleted; returns how many. */
export const cancelDeliveries = systemStatement<{ cancelled: number }>(
  'delivery.cancel',
  'a deleted subscription no longer belongs to a tenant',
  'select cancel_deliveries($1, $2) as cancelled',
);

/** Disabled and deleted subscriptions that still have deliveries in the queue. */
const inactiveSubscriptions = systemStatement<{ id: string }>(
  'delivery.inactive_subscriptions',
  'any process completes a cancellation that another one has started',
  `with recursive queued (id) as (
     (select webhook_id from delivery order by webhook_id limit 1)
     union all
     select (select webhook_id from delivery where webhook_id > queued.id order by webhook_id limit 1)
       from queued where queued.id is not null)
   select id from queued
    where id is not null
      and not exists (select from webhook where webhook.id = queued.id and webhook.status = 'enabled')`,
);

const SWEEP_INTERVAL_MS = 15_000;

type Queries = Pick<Transaction, 'system'>;

/** Rows per transaction: cancelling 100,000 in one blocked events of the workspace for seconds. */
export const CANCEL_BATCH_SIZE = 1_000;

/** Cancels the deliveries of disabled and deleted subscriptions, in batches; a sweep completes what a crash has left. */
@Injectable()
export class Cancellations implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sweep: ScheduledJob;

  constructor(
    private readonly db: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    const options = { everyMs: SWEEP_INTERVAL_MS, name: 'webhook.cancellations.sweep', logger };
    this.#sweep = new ScheduledJob((signal) => this.sweep(signal), options);
  }

  onApplicationBootstrap(): void {
    this.#sweep.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#sweep.stop();
  }

  /** Disables a locked webhook for a reason that is not its owner's. */
  async disable(tx: Transaction, row: WebhookRow, reason: 'gone' | 'failing' | 'revoked'): Promise<void> {
    const disabled = await tx.update(WebhookRow, row, { status: 'disabled', disabled_reason: reason });
    await this.start(tx, row.id);
    tx.emit(webhookDisabled, toWebhook(disabled));
    tx.afterCommit(() => webhooksDisabled.inc({ reason }));
  }

  /** Cancels the first batch in the transaction that disables or deletes a subscription, and the rest after it. */
  async start(tx: Pick<Transaction, 'system' | 'afterCommit'>, webhookUuid: string): Promise<void> {
    const cancelled = await cancelBatch(tx, webhookUuid);
    tx.afterCommit(() => {
      deliveriesCompleted.inc({ outcome: 'cancelled' }, cancelled);
      if (cancelled === CANCEL_BATCH_SIZE) this.#sweep.run();
    });
  }

  /** Empties the queue of a disabled subscription before it is enabled again. */
  async cancelAll(db: Queries, webhookUuid: string, signal?: AbortSignal): Promise<void> {
    let cancelled = CANCEL_BATCH_SIZE;
    while (cancelled === CANCEL_BATCH_SIZE && signal?.aborted !== true) {
      cancelled = await cancelBatch(db, webhookUuid);
      deliveriesCompleted.inc({ outcome: 'cancelled' }, cancelled);
    }
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    for (const { id } of await this.db.system(inactiveSubscriptions))
      await this.cancelAll(this.db, id, signal);
  }
}

async function cancelBatch(db: Queries, webhookUuid: string): Promise<number> {
  const [row] = await db.system(cancelDeliveries, [webhookUuid, CANCEL_BATCH_SIZE]);
  return row?.cancelled ?? 0;
}
