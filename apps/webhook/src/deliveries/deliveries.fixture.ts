import { Module, type INestApplicationContext } from '@nestjs/common';
import { EventsMigration } from '@parley/events';
import { inTenant, newId, newUuid, startService, systemContext, type TenantContext } from '@parley/kernel';
import { Database, PersistenceModule } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { Webhook1700000001000 } from '../migrations/1700000001000-webhook.ts';
import { Claim1700000002000 } from '../migrations/1700000002000-claim.ts';
import { WebhookRow } from '../webhooks/webhook.entity.ts';
import {
  claimDeliveries,
  recordAttempt,
  STATUS,
  storeDeliveries,
  type ClaimedDelivery,
} from './deliveries.queries.ts';

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'webhook',
      entities: [WebhookRow],
      migrations: [EventsMigration, Webhook1700000001000, Claim1700000002000],
    }),
  ],
})
class StoreModule {}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  status: number;
  attempts_used: number;
  due_at: Date;
  lease_token: string | null;
}

/** The tables of deliveries in a database of their own, without anybody who sends. */
export class DeliveryStore {
  private constructor(
    readonly database: TestDatabase,
    readonly db: Database,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(): Promise<DeliveryStore> {
    const database = await TestDatabase.create();
    const app = await startService(StoreModule, {
      name: 'webhook',
      env: {
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
        LOG_LEVEL: 'silent',
      },
      providers: [],
    });
    return new DeliveryStore(database, app.get(Database), app);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    await this.database.query('truncate webhook.webhook, webhook.event, webhook.delivery, webhook.attempt');
  }

  /** Adds a subscription; answers its id. */
  async webhook(
    ctx: TenantContext,
    change: Partial<Pick<WebhookRow, 'events' | 'status' | 'url'>> = {},
  ): Promise<string> {
    const id = newUuid();
    await this.db.transaction(ctx, (tx) =>
      tx.insert(WebhookRow, {
        id,
        url: 'https://example.com/hook',
        events: ['*'],
        status: 'enabled',
        disabled_reason: null,
        sealed_secret: Buffer.from('sealed'),
        secret_last4: 'last',
        last_delivery_at: null,
        ...change,
      }),
    );
    return id;
  }

  /** Takes in an event as the subscriber does; answers how many deliveries that made. */
  async ingest(
    ctx: TenantContext,
    event: { id?: string; filters?: readonly string[]; except?: string; inMs?: number } = {},
  ): Promise<number> {
    const stored = await this.db.transaction(ctx, (tx) =>
      tx.query(storeDeliveries, [
        event.filters ?? ['*', 'ticket.*', 'ticket.created'],
        event.id ?? newUuid(),
        'ticket.created',
        new Date().toISOString(),
        Buffer.from('{"event":"ticket.created"}'),
        event.except ?? null,
        event.inMs ?? 0,
      ]),
    );
    return stored.length;
  }

  /** A tenant with one subscription and a backlog. */
  async backlog(count: number): Promise<{ ctx: TenantContext; webhook: string }> {
    const ctx = newTenant();
    const webhook = await this.webhook(ctx);
    for (let index = 0; index < count; index += 1) await this.ingest(ctx);
    return { ctx, webhook };
  }

  /** Deliveries of a subscription that wait for a later step of the schedule. */
  async waiting(webhook: string, count: number): Promise<void> {
    await this.database.query(
      `with made as (
         insert into webhook.event (id, workspace_id, mode, type, occurred_at, body)
         select gen_random_uuid(), workspace_id, mode, 'ticket.created', now(), '{}'
           from webhook.webhook, generate_series(1, $2::int) where id = $1
         returning id, workspace_id, mode)
       insert into webhook.delivery (workspace_id, mode, webhook_id, event_id, attempts_used, due_at)
       select workspace_id, mode, $1, id, 1, now() + interval '1 hour' from made`,
      [webhook, count],
    );
    await this.database.query('analyze webhook.delivery');
  }

  claim(
    options: { perEndpoint?: number; slots?: number; leaseMs?: number } = {},
  ): Promise<ClaimedDelivery[]> {
    const { perEndpoint = 5, slots = 100, leaseMs = 60_000 } = options;
    return this.db.system(claimDeliveries, [perEndpoint, slots, leaseMs]);
  }

  /** Stores the result of an attempt. */
  async record(
    delivery: Pick<DeliveryRow, 'id' | 'lease_token' | 'attempts_used'>,
    result: { status: keyof typeof STATUS; dueAt?: Date; used?: number; pauseUntil?: Date; startedAt?: Date },
  ): Promise<void> {
    await this.db.system(recordAttempt, [
      delivery.id,
      delivery.lease_token,
      result.startedAt ?? new Date(),
      12,
      result.status === 'delivered' ? 204 : 500,
      result.status === 'delivered' ? null : 'unexpected_status',
      'snippet',
      { 'webhook-id': 'evt_1' },
      STATUS[result.status],
      result.dueAt ?? null,
      result.used ?? delivery.attempts_used + 1,
      result.pauseUntil ?? null,
    ]);
  }

  deliveriesOf(webhook: string): Promise<DeliveryRow[]> {
    return this.database.query(
      `select id, webhook_id, event_id, status, attempts_used, due_at, lease_token
         from webhook.delivery where webhook_id = $1 order by position`,
      [webhook],
    );
  }

  /** Lets time pass for the leases and due times of a subscription. */
  async age(webhook: string, milliseconds: number): Promise<void> {
    await this.database.query(
      `update webhook.delivery set due_at = due_at - make_interval(secs => $2::double precision / 1000)
        where webhook_id = $1`,
      [webhook, milliseconds],
    );
  }
}

export function newTenant(): TenantContext {
  return inTenant(systemContext(), newId('workspace'), 'live');
}
