import { Inject, Injectable } from '@nestjs/common';
import {
  uuidOf,
  webhookDisabled,
  webhookEvents,
  type EventOf,
  type Id,
  type TenantEvent,
} from '@parley/contracts';
import { OnBatch, type Occurrence } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import { deliveryBody } from './delivery-body.ts';
import { Dispatcher } from './dispatcher.ts';
import { storeDeliveries, type Happening } from './store.ts';

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

  @OnBatch(webhookEvents)
  async storeDeliveriesWhenAnythingHappens(
    batch: readonly Occurrence<EventOf<TenantEvent>, Transaction>[],
  ): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const stored = await storeDeliveries(
      first.tx,
      batch.map(({ event }) => toHappening(event)),
      this.config.WEBHOOK_RETRY_SCHEDULE[0] ?? 0,
    );
    if (stored > 0) first.tx.afterCommit(() => this.dispatcher.wake());
  }
}

function toHappening(event: EventOf<TenantEvent>): Happening {
  return {
    id: uuidOf('event', event.id),
    workspaceId: event.workspaceId,
    mode: event.mode,
    type: event.type,
    time: event.time,
    filters: filtersSelecting(event.type),
    // A subscription is never told of its own end.
    except: event.type === webhookDisabled.type ? uuidOf('webhook', event.data.id as Id<'webhook'>) : null,
    body: () => deliveryBody(event),
  };
}
