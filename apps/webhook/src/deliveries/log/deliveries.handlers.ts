import { Injectable } from '@nestjs/common';
import {
  DELIVERY_STATUSES,
  encodeId,
  getDelivery,
  invalidParameter,
  listDeliveries,
  notFound,
  recoverDeliveries,
  retryDelivery,
  uuidOf,
  type Delivery,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { firstUuidAt, timeOfUuid, versioned } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { findWebhook } from '../../webhooks/webhooks.queries.ts';
import { deliveryList, findContents, findDelivery, type DeliveryLogRow } from './delivery-log.queries.ts';
import { Dispatcher } from '../attempts/dispatcher.ts';
import { recoverFailed, retryNow } from '../retries/manual-retry.queries.ts';

const RECOVERY_MAX = 10_000;

@Injectable()
export class Deliveries {
  constructor(
    private readonly db: Database,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Handles(listDeliveries)
  async list(ctx: TenantContext, { params, query }: ParsedInput<typeof listDeliveries>) {
    const db = this.db.read(ctx);
    const webhook = await db.one(findWebhook, [uuidOf('webhook', params.webhook_id)]);
    if (webhook === undefined) throw notFound('webhook');
    const { rows, ...page } = await readPage(db, deliveryList, { ...query, ...params });
    return { ...page, items: rows.map(toDelivery) };
  }

  @Handles(getDelivery)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getDelivery>) {
    const db = this.db.read(ctx);
    const row = await db.one(findDelivery, uuidsOf(params));
    if (row === undefined) throw notFound('delivery');
    const contents = await db.one(findContents, [row.day, row.event_id, row.id]);
    const attempts = contents?.attempts ?? [];
    return versioned(versionOfDelivery(row), {
      ...toDelivery(row),
      payload: contents?.body?.toString() ?? '',
      attempts: attempts.map((attempt) => ({
        ...attempt,
        started_at: new Date(attempt.started_at).toISOString(),
      })),
    });
  }

  @Handles(retryDelivery)
  retry(ctx: TenantContext, { params }: ParsedInput<typeof retryDelivery>) {
    return this.db.transaction(ctx, async (tx) => {
      await requireEnabled(tx, params.webhook_id);
      await tx.query(retryNow, uuidsOf(params));
      const row = await tx.one(findDelivery, uuidsOf(params));
      if (row === undefined) throw notFound('delivery');
      tx.afterCommit(() => this.dispatcher.wake());
      return toDelivery(row);
    });
  }

  @Handles(recoverDeliveries)
  recover(ctx: TenantContext, { params, body }: ParsedInput<typeof recoverDeliveries>) {
    const { created_after: after, created_before: before = new Date() } = body;
    if (before <= after) throw invalidParameter('created_before', 'must be later than created_after');
    return this.db.transaction(ctx, async (tx) => {
      const id = await requireEnabled(tx, params.webhook_id);
      const range = [firstUuidAt(after), firstUuidAt(before)];
      const row = await tx.one(recoverFailed, [id, ...range, RECOVERY_MAX]);
      const recovered = row?.recovered ?? 0;
      if (recovered > 0) tx.afterCommit(() => this.dispatcher.wake());
      return { recovered, has_more: recovered === RECOVERY_MAX };
    });
  }
}

function uuidsOf(params: { webhook_id: Id<'webhook'>; delivery_id: Id<'delivery'> }): [string, string] {
  return [uuidOf('webhook', params.webhook_id), uuidOf('delivery', params.delivery_id)];
}

/** @throws ApiError 404 if the subscription does not exist, 422 if it is disabled. */
async function requireEnabled(tx: Transaction, webhookId: Id<'webhook'>): Promise<string> {
  const id = uuidOf('webhook', webhookId);
  const webhook = await tx.one(findWebhook, [id]);
  if (webhook === undefined) throw notFound('webhook');
  if (webhook.status === 'disabled')
    throw invalidParameter('webhook_id', 'is disabled; enable the webhook first', 'path');
  return id;
}

/** Every attempt and every change of the next attempt sets one of the two times. */
function versionOfDelivery({ due_at: due, completed_at: completed, status }: DeliveryLogRow): number {
  return ((due ?? completed)?.getTime() ?? 0) * 8 + status;
}

function toDelivery(row: DeliveryLogRow): Delivery {
  const status = DELIVERY_STATUSES[row.status] ?? 'pending';
  return {
    id: encodeId('delivery', row.id),
    webhook_id: encodeId('webhook', row.webhook_id),
    event_id: encodeId('event', row.event_id),
    event: row.event_type,
    status,
    next_attempt_at: status === 'pending' ? (row.due_at?.toISOString() ?? null) : null,
    last_attempt:
      row.attempted_at === null
        ? null
        : { started_at: row.attempted_at.toISOString(), status_code: row.status_code, error: row.error },
    created_at: timeOfUuid(row.id).toISOString(),
  };
}
