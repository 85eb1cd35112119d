import { Module } from '@nestjs/common';
import { EventsMigration, EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/kernel';
import { PersistenceModule } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { DeliverySubscribers } from './deliveries/deliveries.subscribers.ts';
import { Dispatcher } from './deliveries/dispatcher.ts';
import { SignedSender } from './deliveries/signed-sender.ts';
import { TestDelivery } from './deliveries/test-delivery.ts';
import { Webhook1700000001000 } from './migrations/1700000001000-webhook.ts';
import { Claim1700000002000 } from './migrations/1700000002000-claim.ts';
import { Sender } from './sending/sender.ts';
import { WebhookConfig } from './webhook.config.ts';
import { Secrets } from './webhooks/secrets.ts';
import { WebhookRow } from './webhooks/webhook.entity.ts';
import { Webhooks } from './webhooks/webhooks.handlers.ts';

/** Subscriptions, and the deliveries that carry events to them. */
@Module({
  imports: [
    PersistenceModule.forService({
      service: 'webhook',
      entities: [WebhookRow],
      migrations: [EventsMigration, Webhook1700000001000, Claim1700000002000],
    }),
    EventsModule.forService('webhook'),
    RpcModule.forService('webhook'),
  ],
  providers: [
    Webhooks,
    Secrets,
    SignedSender,
    TestDelivery,
    DeliverySubscribers,
    Dispatcher,
    { provide: WebhookConfig, inject: [ENV], useFactory: (env: Env) => new WebhookConfig(env) },
    {
      provide: Sender,
      inject: [WebhookConfig],
      useFactory: (config: WebhookConfig) => new Sender({ allow: config.WEBHOOK_ALLOW_CIDRS }),
    },
  ],
})
export class WebhookModule {}
