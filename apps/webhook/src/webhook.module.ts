import { Module } from '@nestjs/common';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/kernel';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { webhookDatabase } from './webhook.database.ts';
import { ConcurrencyLimiter } from './deliveries/concurrency-limiter.ts';
import { Cancellations } from './deliveries/cancellations.ts';
import { DeliverySubscribers } from './deliveries/deliveries.subscribers.ts';
import { Deliveries } from './deliveries/deliveries.handlers.ts';
import { Dispatcher } from './deliveries/dispatcher.ts';
import { EndpointHealth } from './deliveries/endpoint-health.ts';
import { Leases } from './deliveries/leases.ts';
import { AttemptResults } from './deliveries/attempt-results.ts';
import { Retention } from './deliveries/retention.ts';
import { SignedSender } from './deliveries/signed-sender.ts';
import { TestDelivery } from './deliveries/test-delivery.ts';
import { EventLog } from './events/event-log.handlers.ts';
import { Events } from './events/events.handlers.ts';
import { EventLogSubscribers } from './events/events.subscribers.ts';
import { Sender } from './sending/sender.ts';
import { WebhookConfig } from './webhook.config.ts';
import { Secrets } from './webhooks/secrets.ts';
import { WebhookSubscribers } from './webhooks/webhooks.subscribers.ts';
import { Webhooks } from './webhooks/webhooks.handlers.ts';
import { WebhookErasure } from './webhooks/webhook-erasure.ts';

@Module({
  imports: [
    PersistenceModule.forService(webhookDatabase),
    EventsModule.forService('webhook'),
    RpcModule.forService('webhook'),
  ],
  providers: [
    Webhooks,
    { provide: ServiceErasure, useClass: WebhookErasure },
    Deliveries,
    EventLog,
    Events,
    Secrets,
    ConcurrencyLimiter,
    SignedSender,
    Cancellations,
    EndpointHealth,
    AttemptResults,
    Retention,
    TestDelivery,
    Leases,
    DeliverySubscribers,
    EventLogSubscribers,
    WebhookSubscribers,
    Dispatcher,
    { provide: WebhookConfig, inject: [ENV], useFactory: (env: Env) => new WebhookConfig(env) },
    {
      provide: Sender,
      inject: [WebhookConfig],
      useFactory: (config: WebhookConfig) =>
        new Sender({ allow: config.WEBHOOK_ALLOW_CIDRS, allowHosts: config.WEBHOOK_ALLOW_HOSTS }),
    },
  ],
})
export class WebhookModule {}
