import { defineList } from '@parley/lists';
import type { Mode } from '@parley/contracts';
import { Selection, systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import { WebhookRow } from './webhook.entity.ts';

const WEBHOOKS = Selection.of(WebhookRow);

export const findWebhook = tenantStatement<WebhookRow>(
  'webhook.find',
  `${WEBHOOKS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
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

interface WebhookKey {
  id: string;
  mode: Mode;
}

export const findEnabledOfCredential = workspaceStatement<WebhookKey>(
  'webhook.enabled_of_credential',
  `select id, mode from webhook where workspace_id = $1 and created_by_id = $2 and status = 'enabled' order by id`,
);

/** Leaves out those of API keys, which belong to the workspace. */
export const findEnabledOfUser = workspaceStatement<WebhookKey>(
  'webhook.enabled_of_user',
  `select id, mode from webhook
    where workspace_id = $1 and created_by_user = $2 and created_by_type <> 'api_key' and status = 'enabled' order by id`,
);

export const findCreatedBy = workspaceStatement<
  WebhookKey & Pick<WebhookRow, 'url' | 'status'> & { credential_id: string }
>(
  'webhook.created_by',
  `select id, mode, url, status, created_by_id as credential_id from webhook
    where workspace_id = $1 and created_by_id = any($2::text[]) order by created_at, id`,
);

export const webhookList = defineList<WebhookRow>({
  name: 'webhook.list',
  rows: WEBHOOKS,
  sorts: { created_at: 'created_at' },
  filters: {},
});
