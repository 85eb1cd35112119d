import { defineList } from '@parley/lists';
import { systemStatement, tenantStatement } from '@parley/persistence';
import type { WebhookRow } from './webhook.entity.ts';

const COLUMNS = `id, workspace_id, mode, version, url, description, events, status, disabled_reason, encrypted_secret, secret_last4,
    previous_secrets, previous_secrets_until, rate_limit, enabled_at, last_delivery_at, created_at, updated_at`;

export const findWebhook = tenantStatement<WebhookRow>(
  'webhook.find',
  `select ${COLUMNS} from webhook where workspace_id = $1 and mode = $2 and id = $3`,
);

export const findWebhookForUpdate = tenantStatement<WebhookRow>(
  'webhook.find_for_update',
  `${findWebhook.text} for update`,
);

/** The clock of `occurred_at` of an outbox, which decides what events a webhook receives. */
export const currentTime = systemStatement<{ now: Date }>(
  'webhook.current_time',
  'time belongs to no tenant',
  'select clock_timestamp() as now',
);

/** Until the transaction ends: webhooks of a tenant are created one after the other. */
export const lockWebhooks = tenantStatement<never>(
  'webhook.lock_tenant',
  `select from pg_advisory_xact_lock(7309, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const countWebhooks = tenantStatement<{ count: number }>(
  'webhook.count',
  'select count(*)::int as count from webhook where workspace_id = $1 and mode = $2',
);

export const webhookList = defineList<WebhookRow>({
  name: 'webhook.list',
  select: `select ${COLUMNS}, total_matches from webhook`,
  table: 'webhook',
  sorts: { created_at: 'created_at' },
  filters: {},
});
