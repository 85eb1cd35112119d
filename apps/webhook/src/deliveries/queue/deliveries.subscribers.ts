import { Injectable } from '@nestjs/common';
import { webhookEvents, type EventOf, type TenantEvent } from '@parley/contracts';
import { OnBatch, type BatchItem } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import { Dispatcher } from '../attempts/dispatcher.ts';
import { storeAndFanOut } from './fan-out.ts';

@Injectable()
export class DeliverySubscribers {
  constructor(
    private readonly config: WebhookConfig,
    private readonly dispatcher: Dispatcher,
  ) {}

  @OnBatch(webhookEvents)
  async createDeliveriesWhenEventOccurs(batch: readonly BatchItem<EventOf<TenantEvent>, Transaction>[]) {
    const [first] = batch;
    if (first === undefined) return;
    const events = batch.map(({ event }) => event);
    const created = await storeAndFanOut(first.tx, events, this.config.WEBHOOK_RETRY_SCHEDULE[0] ?? 0);
    if (created > 0) first.tx.afterCommit(() => this.dispatcher.wake());
  }
}
