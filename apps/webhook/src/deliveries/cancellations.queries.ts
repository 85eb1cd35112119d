import { systemStatement } from '@parley/persistence';

/** Cancels at most `$2` deliveries of a subscription `$1`, if it is disabled or deleted. Answers how many those were. */
export const cancelDeliveries = systemStatement<{ cancelled: number }>(
  'delivery.cancel',
  'a subscription that was deleted is of no tenant any more',
  'select cancel_deliveries($1, $2) as cancelled',
);

/** Subscriptions that are disabled or deleted, and have deliveries left. */
export const subscriptionsWithRest = systemStatement<{ id: string }>(
  'delivery.rest',
  'whoever comes by finishes what another process has begun',
  `with recursive live (id) as (
     (select webhook_id from delivery order by webhook_id limit 1)
     union all
     select (select webhook_id from delivery where webhook_id > live.id order by webhook_id limit 1)
       from live where live.id is not null)
   select id from live
    where id is not null and not exists (select from webhook where webhook.id = live.id and webhook.status = 'enabled')`,
);
