import { DELIVERY_STATUSES, encodeId, type Delivery } from '@parley/contracts';
import { timeOfUuid } from '@parley/runtime/records';
import type { DeliveryLogRow } from './delivery-log.queries.ts';

/** Every attempt and every change of the next attempt sets one of the two times. */
export function versionOfDelivery({ due_at: due, completed_at: completed, status }: DeliveryLogRow): number {
  return ((due ?? completed)?.getTime() ?? 0) * 8 + status;
}

export function toDelivery(row: DeliveryLogRow): Delivery {
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
        : { at: row.attempted_at.toISOString(), status_code: row.status_code, error: row.error },
    created_at: timeOfUuid(row.id).toISOString(),
  };
}
