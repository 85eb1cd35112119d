import { systemStatement } from '@parley/persistence';

/** Cancels up to `$2` deliveries of subscription `$1` if it is disabled or deleted; returns how many. */
export const cancelDeliveries = systemStatement<{ cancelled: number }>(
  'delivery.cancel',
  'a deleted subscription no longer belongs to a tenant',
  'select cancel_deliveries($1, $2) as cancelled',
);

/** Disabled and deleted subscriptions that still have deliveries in the queue. */
export const inactiveSubscriptions = systemStatement<{ id: string }>(
  'delivery.inactive_subscriptions',
  'any process completes a cancellation that another one has started',
  `with recursive queued (id) as (
     (select webhook_id from delivery order by webhook_id limit 1)
     union all
     select (select webhook_id from delivery where webhook_id > queued.id order by webhook_id limit 1)
       from queued where queued.id is not null)
   select id from queued
    where id is not null
      and not exists (select from webhook where webhook.id = queued.id and webhook.status = 'enabled')`,
);
