import { uuidOf, type EventOf, type TenantEvent } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { createLogger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import type { Database } from '@parley/persistence';
import { eventually, newTenant, TestStore } from '@parley/testing';
import { webhookDatabase } from '../webhook.database.ts';
import type { WebhookRow } from '../webhooks/webhook.entity.ts';
import { Cancellations } from './queue/cancellations.ts';
import {
  claimDeliveries,
  storeResults,
  type ClaimedDelivery,
  type StoredResult,
} from './queue/deliveries.queries.ts';
import { storeAndFanOut } from './queue/fan-out.ts';
import { eventOf, resultRow, type LeasedDelivery, type Outcome } from './samples.fixture.ts';

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  status: number;
  attempts_used: number;
  due_at: Date;
  lease_token: string | null;
}

interface ClaimOptions {
  perEndpoint?: number;
  /** The limit of slow endpoints. */
  perSlow?: number;
  /** Places for fast endpoints. */
  slots?: number;
  slowSlots?: number;
  leaseMs?: number;
  settlingMs?: number;
  hanging?: string[];
  /** The process that claims. */
  dispatcher?: string;
  /** Places of both kinds that are kept for workspaces with few in flight. */
  reserved?: number;
}

/** The values of the statement that claims. */
export function claimValues({
  dispatcher,
  perEndpoint = 5,
  perSlow = 2,
  slots = 100,
  slowSlots = slots,
  leaseMs = 60_000,
  settlingMs = 0,
  hanging = [],
  reserved = 0,
}: ClaimOptions = {}): unknown[] {
  const limits = [perEndpoint, perSlow, slots, slowSlots, leaseMs, settlingMs];
  return [dispatcher ?? null, ...limits, hanging, reserved, reserved];
}

/** A backlog that is faster to truncate than to delete: to truncate some sixty tables takes most of a second. */
const LARGE = 1_000;
const TABLES = [
  ...['webhook', 'event', 'event_log', 'delivery', 'completed_delivery', 'attempt'],
  ...['endpoint_wakeup', 'workspace_wakeup', 'dispatcher'],
].map((table) => `webhook.${table}`);

/** The tables of deliveries in a database of their own, without anybody who sends. */
export class DeliveryStore {
  private constructor(private readonly store: TestStore) {}

  static async open(): Promise<DeliveryStore> {
    return new DeliveryStore(await TestStore.open(webhookDatabase));
  }

  get database(): TestStore['database'] {
    return this.store.database;
  }

  get db(): Database {
    return this.store.db;
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    const isLarge = await this.database.query(`select from webhook.delivery offset ${LARGE} limit 1`);
    await this.database.query(
      isLarge.length > 0
        ? `truncate ${TABLES.join(', ')}`
        : TABLES.map((table) => `delete from ${table}`).join('; '),
    );
  }

  /** Adds a subscription; answers its id. As after a success, so that it is not limited to one attempt at a time. */
  async webhook(
    { tenant }: TenantContext,
    { events = ['*'], status = 'enabled' }: Partial<Pick<WebhookRow, 'events' | 'status'>> = {},
  ): Promise<string> {
    const id = newUuid();
    await this.database.query(
      `insert into webhook.webhook (workspace_id, mode, id, version, url, events, status, encrypted_secret,
              secret_last4, is_half_open, enabled_at, created_at, updated_at)
       values ($1, $2, $3, 1, 'https://example.com/hook', $4, $5, 'encrypted', 'last', false, now(), now(), now())`,
      [uuidOf('workspace', tenant.workspaceId), tenant.mode, id, events, status],
    );
    return id;
  }

  /** Changes columns of a subscription. */
  async set(webhook: string, assignments: string, values: unknown[] = []): Promise<void> {
    await this.database.query(`update webhook.webhook set ${assignments} where id = $1`, [
      webhook,
      ...values,
    ]);
  }

  /** Takes in an event as the subscriber does; answers how many deliveries that made. */
  async ingest(
    ctx: TenantContext,
    { inMs = 0, ...event }: Partial<EventOf<TenantEvent>> & { inMs?: number } = {},
  ): Promise<number> {
    return this.db.transaction(ctx, (tx) => storeAndFanOut(tx, [eventOf(ctx, event)], inMs));
  }

  /** A tenant with one subscription and a backlog. */
  async backlog(count: number): Promise<{ ctx: TenantContext; webhook: string }> {
    const ctx = newTenant();
    const webhook = await this.webhook(ctx);
    const events = Array.from({ length: count }, () => eventOf(ctx));
    if (count > 0) await this.db.transaction(ctx, (tx) => storeAndFanOut(tx, events, 0));
    return { ctx, webhook };
  }

  /** Deliveries of a subscription that wait for a later step of the schedule. */
  async waiting(webhook: string, count: number): Promise<void> {
    await this.database.query(
      `with made as (
         insert into webhook.event (day, id, workspace_id, mode, type, occurred_at, body)
         select current_date, gen_random_uuid(), workspace_id, mode, 'ticket.created', now(), '{}'
           from webhook.webhook, generate_series(1, $2::int) where id = $1
         returning id, workspace_id, mode)
       insert into webhook.delivery
              (workspace_id, mode, webhook_id, id, event_id, event_type, day, attempts_used, due_at)
       select workspace_id, mode, $1, id, id, 'ticket.created', current_date, 2, now() + interval '1 hour' from made`,
      [webhook, count],
    );
    await this.database.query('analyze webhook.delivery');
  }

  /** Endpoints with one due delivery each, of workspaces with this many. */
  async waitingEndpoints(count: number, perWorkspace: number): Promise<void> {
    await this.database.query(
      `with workspace as (
         select n, gen_random_uuid() as id from generate_series(1, $1::int / $2::int) n),
       made as (
         insert into webhook.webhook (workspace_id, mode, id, version, url, events, status, encrypted_secret,
                secret_last4, is_half_open, enabled_at, created_at, updated_at)
         select workspace.id, 'live', gen_random_uuid(), 1, 'https://example.com/hook', '{*}', 'enabled', '', 'last', false,
                now(), now(), now()
           from workspace, generate_series(1, $2)
         returning workspace_id, id)
       insert into webhook.delivery (workspace_id, mode, webhook_id, id, event_id, event_type, day, due_at)
       select workspace_id, 'live', id, gen_random_uuid(), gen_random_uuid(), 'ticket.created', current_date, now()
         from made`,
      [count, perWorkspace],
    );
  }

  /** Disables a subscription, which cancels what waits for it. */
  async disable(ctx: TenantContext, webhook: string): Promise<void> {
    await this.set(webhook, `status = 'disabled'`);
    const cancellations = new Cancellations(this.db, createLogger('webhook', 'silent'));
    await this.db.transaction(ctx, (tx) => cancellations.start(tx, webhook));
  }

  /** Claims as the dispatcher does. */
  claim(options: ClaimOptions = {}): Promise<ClaimedDelivery[]> {
    return this.db.system(claimDeliveries, claimValues(options));
  }

  /** Claims the only delivery, or the first. */
  async claimOne(options: ClaimOptions = {}): Promise<ClaimedDelivery> {
    return (await this.claim(options))[0] as ClaimedDelivery;
  }

  /** Stores the result of an attempt; answers what was moved by it. */
  record(delivery: LeasedDelivery, result: Outcome): Promise<StoredResult[]> {
    return this.recordTogether([[delivery, result]]);
  }

  /** Stores the results of attempts that ended at the same time, in this order; answers what was moved by them. */
  recordTogether(results: readonly (readonly [LeasedDelivery, Outcome])[]): Promise<StoredResult[]> {
    const rows = results.map(([delivery, result]) => resultRow(delivery, result));
    return this.db.system(storeResults, [JSON.stringify(rows)]);
  }

  deliveriesOf(webhook: string): Promise<DeliveryRow[]> {
    return this.database.query(
      `select id, webhook_id, event_id, status, attempts_used, due_at, lease_token, position
         from webhook.delivery where webhook_id = $1
       union all
       select id, webhook_id, event_id, status, attempts_made, completed_at, null, position
         from webhook.completed_delivery where webhook_id = $1 order by position`,
      [webhook],
    );
  }

  /** Resolves once somebody waits for a lock, with a statement that has this text. */
  async waits(text: string): Promise<void> {
    await eventually(async () => {
      const waiting = await this.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%' || $1 || '%'`,
        [text],
      );
      return waiting.length === 1;
    });
  }

  /** Lets time pass for the leases and due times of a subscription. */
  async age(webhook: string, milliseconds: number): Promise<void> {
    await this.database.query(
      `with aged_endpoint as (
         update webhook.endpoint_wakeup set wake_at = wake_at - make_interval(secs => $2::double precision / 1000)
          where webhook_id = $1 returning workspace_id),
       aged_workspace as (
         update webhook.workspace_wakeup set wake_at = wake_at - make_interval(secs => $2::double precision / 1000)
          where workspace_id in (select workspace_id from aged_endpoint))
       update webhook.delivery set due_at = due_at - make_interval(secs => $2::double precision / 1000)
        where webhook_id = $1`,
      [webhook, milliseconds],
    );
  }
}
