import { uuidOf, type getDelivery, type Id, type Result } from '@parley/contracts';
import { firstUuidAt } from '@parley/runtime/records';
import { anyNumber, anyWord, defineList, equals } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { STATUS } from '../queue/deliveries.queries.ts';

interface LoggedDelivery {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  day: Date;
  status: number;
  due_at: Date | null;
  completed_at: Date | null;
}

export interface DeliveryLogRow extends LoggedDelivery {
  attempted_at: Date | null;
  status_code: number | null;
  error: string | null;
}

const DELIVERIES = new Selection<LoggedDelivery>('delivery_log', [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'day',
  'status',
  'due_at',
  'completed_at',
]).with<DeliveryLogRow>(
  'latest.started_at as attempted_at, latest.status_code, latest.error',
  `left join lateral (
    select started_at, status_code, error from attempt
     where delivery_id = delivery_log.id order by started_at desc limit 1) latest on true`,
);

/** Delivery ids are UUIDv7 of the event's time, so they sort and filter by it. */
export const deliveryList = defineList<DeliveryLogRow>({
  name: 'delivery.list',
  rows: DELIVERIES,
  sorts: { created_at: 'id' },
  filters: {
    webhook_id: equals('webhook_id', (id: Id<'webhook'>) => uuidOf('webhook', id)),
    status: anyNumber('status', STATUS),
    event: anyWord('event_type'),
    created_after: { sql: 'id >= ?', value: firstUuidAt },
    created_before: { sql: 'id < ?', value: firstUuidAt },
  },
});

export const findDelivery = tenantStatement<DeliveryLogRow>(
  'delivery.find',
  `${DELIVERIES.select()}
   where delivery_log.workspace_id = $1 and delivery_log.mode = $2 and delivery_log.webhook_id = $3
     and delivery_log.id = $4
     and exists (select from webhook w where w.workspace_id = $1 and w.mode = $2 and w.id = $3)`,
);

type Attempts = Result<typeof getDelivery>['attempts'];

/** The body, `null` after its retention period, and the latest 100 attempts of delivery `$5`, whose event is `$4` of partition `$3`. */
export const findContents = tenantStatement<{ body: Buffer | null; attempts: Attempts }>(
  'delivery.contents',
  `select (select body from event where day = $3::date and id = $4 and workspace_id = $1 and mode = $2) as body,
     coalesce((select json_agg(latest order by started_at) from (
       select started_at, duration_ms, trigger, status_code, error, response_snippet as response, request_headers
         from attempt where delivery_id = $5 order by started_at desc limit 100) latest), '[]') as attempts`,
);
