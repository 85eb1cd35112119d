import { Module } from '@nestjs/common';
import { EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/runtime/config';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { webhookDatabase } from './webhook.database.ts';
import { ConcurrencyLimiter } from './deliveries/attempts/concurrency-limiter.ts';
import { Cancellations } from './deliveries/queue/cancellations.ts';
import { DeliverySubscribers } from './deliveries/queue/deliveries.subscribers.ts';
import { Deliveries } from './deliveries/log/deliveries.handlers.ts';
import { Dispatcher } from './deliveries/attempts/dispatcher.ts';
import { EndpointHealth } from './deliveries/endpoint-health/endpoint-health.ts';
import { Leases } from './deliveries/attempts/leases.ts';
import { AttemptResults } from './deliveries/attempts/attempt-results.ts';
import { Retention } from './deliveries/log/retention.ts';
import { SignedSender } from './deliveries/attempts/signed-sender.ts';
import { TestDelivery } from './deliveries/attempts/test-delivery.ts';
import { EventLog } from './event-log/event-log.handlers.ts';
import { Events } from './event-log/events.handlers.ts';
import { EventLogSubscribers } from './event-log/events.subscribers.ts';
import { PresenceReports } from './presence/presence.handlers.ts';
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
    PresenceReports,
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
