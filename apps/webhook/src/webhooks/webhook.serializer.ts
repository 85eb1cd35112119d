import { encodeId, type Webhook } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import type { WebhookRow } from './webhook.entity.ts';

export function toWebhook(row: WebhookRow): Webhook {
  return versioned(row.version, {
    id: encodeId('webhook', row.id),
    url: row.url,
    description: row.description,
    events: row.events,
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
  const { created_by_kind: kind, created_by_id: id, created_by_user: user } = row;
  if (kind === null || id === null) return null;
  // While a release is rolled out, a process of the one before stores sessions as creators.
  if (kind === 'session') return user === null ? null : { kind: 'user', id: encodeId('user', user) };
  return { kind, id };
}
