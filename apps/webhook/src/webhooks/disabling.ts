import { webhookDisabled } from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import type { Cancellations } from '../deliveries/queue/cancellations.ts';
import { webhooksDisabled } from '../deliveries/attempts/delivery-metrics.ts';
import { WebhookRow } from './webhook.entity.ts';
import { toWebhook } from './webhook.serializer.ts';

/** Disables a locked webhook for a reason that is not its owner's, and cancels its deliveries. */
export async function disableWebhook(
  tx: Transaction,
  cancellations: Cancellations,
  row: WebhookRow,
  reason: 'gone' | 'failing' | 'revoked',
): Promise<void> {
  const disabled = await tx.update(WebhookRow, row, { status: 'disabled', disabled_reason: reason });
  await cancellations.start(tx, row.id);
  tx.emit(webhookDisabled, toWebhook(disabled));
  tx.afterCommit(() => webhooksDisabled.inc({ reason }));
}
