import { Inject, Injectable } from '@nestjs/common';
import {
  uuidOf,
  webhookDisabled,
  webhookEvents,
  type EventOf,
  type Id,
  type TenantEvent,
} from '@parley/contracts';
import { OnBatch, type BatchItem } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { deliveryBody } from './delivery-body.ts';
import { Dispatcher } from './dispatcher.ts';
import { fanOut, type OutgoingEvent } from './fan-out.ts';

/** The event filters that match a type: `*`, each prefix followed by `.*`, and the type itself. */
export function filtersMatching(type: string): string[] {
  const segments = type.split('.');
  const prefixes = segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join('.')}.*`);
  return ['*', ...prefixes, type];
}

@Injectable()
export class DeliverySubscribers {
  constructor(
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
  ) {}

  @OnBatch(webhookEvents)
  async createDeliveriesWhenEventOccurs(
    batch: readonly BatchItem<EventOf<TenantEvent>, Transaction>[],
  ): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const events = batch.map(({ event }) => toOutgoingEvent(event));
    const created = await fanOut(first.tx, events, this.config.WEBHOOK_RETRY_SCHEDULE[0] ?? 0);
    if (created > 0) first.tx.afterCommit(() => this.dispatcher.wake());
  }
}

function toOutgoingEvent(event: EventOf<TenantEvent>): OutgoingEvent {
  return {
    id: uuidOf('event', event.id),
    workspaceId: event.workspaceId,
    mode: event.mode,
    type: event.type,
    time: event.time,
    filters: filtersMatching(event.type),
    // A subscription is not sent the event that it was disabled itself.
    excludedWebhook:
      event.type === webhookDisabled.type ? uuidOf('webhook', event.data.id as Id<'webhook'>) : null,
    body: () => deliveryBody(event),
  };
}
