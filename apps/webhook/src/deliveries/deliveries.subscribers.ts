import { Inject, Injectable } from '@nestjs/common';
import {
  uuidOf,
  webhookDisabled,
  webhookEvents,
  type EventOf,
  type Id,
  type TenantEvent,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { storeDeliveries } from './deliveries.queries.ts';
import { deliveryBody } from './delivery-body.ts';
import { Dispatcher } from './dispatcher.ts';

/** The filters that select an event type: itself, the prefixes before each dot, and everything. */
export function filtersSelecting(type: string): string[] {
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

  @On(webhookEvents)
  async storeDeliveriesWhenAnythingHappens(event: EventOf<TenantEvent>, tx: Transaction): Promise<void> {
    // A subscription is never told of its own end.
    const except =
      event.type === webhookDisabled.type ? uuidOf('webhook', event.data.id as Id<'webhook'>) : null;
    const stored = await tx.query(storeDeliveries, [
      filtersSelecting(event.type),
      uuidOf('event', event.id),
      event.type,
      event.time,
      deliveryBody(event),
      except,
      this.config.WEBHOOK_RETRY_SCHEDULE[0] ?? 0,
    ]);
    if (stored.length > 0) tx.afterCommit(() => this.dispatcher.wake());
  }
}
