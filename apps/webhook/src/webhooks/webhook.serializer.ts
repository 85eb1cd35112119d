import { API_VERSION, encodeId, type Webhook } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { WebhookRow } from './webhook.entity.ts';

export function toWebhook(row: WebhookRow): Webhook {
  return versioned(row.version, {
    id: encodeId('webhook', row.id),
    url: row.url,
    description: row.description,
    events: row.events,
    filter: row.filter,
    api_version: API_VERSION,
    status: row.status,
    disabled_reason: row.disabled_reason,
    rate_limit: row.rate_limit,
    created_by: creatorOf(row),
    secret_last4: row.secret_last4,
    last_delivery_at: row.last_delivery_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

function creatorOf(row: WebhookRow): Webhook['created_by'] {
  const { created_by_type: type, created_by_id: id } = row;
  return type === null || id === null ? null : { type, id };
}
