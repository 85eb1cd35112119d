import { encodeId, uuidOf, type Delivery, type Id, type Result, type getDelivery } from '@parley/contracts';
import { firstUuidAt, timeOfUuid } from '@parley/kernel';
import { defineList, equals } from '@parley/lists';
import { tenantStatement } from '@parley/persistence';
import { STATUS } from './deliveries.queries.ts';

/** A delivery, whatever its state, with how its newest attempt ended. */
export interface DeliveryRecord {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  day: string;
  status: number;
  due_at: Date | null;
  settled_at: Date | null;
  attempted_at: Date | null;
  status_code: number | null;
  error: string | null;
}

const SELECT = `select delivery_record.*, newest.started_at as attempted_at, newest.status_code, newest.error
  from delivery_record left join lateral (
    select started_at, status_code, error from attempt
     where delivery_id = delivery_record.id order by started_at desc limit 1) newest on true`;

const STATUS_NAMES: Readonly<Record<number, Delivery['status']>> = {
  [STATUS.pending]: 'pending',
  [STATUS.inFlight]: 'sending',
  [STATUS.delivered]: 'delivered',
  [STATUS.failed]: 'failed',
  [STATUS.cancelled]: 'cancelled',
};

const numberOf = (name: Delivery['status']) =>
  Number(Object.entries(STATUS_NAMES).find(([, other]) => other === name)?.[0]);

/** The ids of deliveries are in the order of their events, and tell their time. */
export const deliveryList = defineList<DeliveryRecord>({
  name: 'delivery.list',
  select: SELECT,
  table: 'delivery_record',
  sorts: { created_at: 'id' },
  filters: {
    webhook_id: equals('webhook_id', (id: Id<'webhook'>) => uuidOf('webhook', id)),
    status: equals('status', numberOf),
    event: equals('event_type'),
    from: { sql: 'id >= ?', value: firstUuidAt },
    to: { sql: 'id < ?', value: firstUuidAt },
  },
});

export const findDelivery = tenantStatement<DeliveryRecord>(
  'delivery.find',
  `${SELECT}
   where delivery_record.workspace_id = $1 and delivery_record.mode = $2 and delivery_record.webhook_id = $3
     and delivery_record.id = $4
     and exists (select from webhook w where w.workspace_id = $1 and w.mode = $2 and w.id = $3)`,
);

interface AttemptRow {
  started_at: Date;
  duration_ms: number;
  trigger: 'schedule' | 'manual' | 'test';
  status_code: number | null;
  error: string | null;
  response_snippet: string;
  request_headers: Record<string, string>;
}

/** What was sent and answered: the body, null where it is kept no longer, and the attempts of a delivery found before. */
export const findContents = tenantStatement<{ body: Buffer | null; attempts: AttemptRow[] }>(
  'delivery.contents',
  `select (select body from event where day = $3::date and id = $4 and workspace_id = $1 and mode = $2) as body,
     coalesce((select json_agg(newest order by started_at) from (
       select * from attempt where delivery_id = $5 order by started_at desc limit 100) newest), '[]') as attempts`,
);

/** Changes with every attempt, and when the next one is moved: either sets a time that tells of it. */
export function versionOfDelivery({ due_at: due, settled_at: settled, status }: DeliveryRecord): number {
  return ((due ?? settled)?.getTime() ?? 0) * 8 + status;
}

/** A delivery as the API shows it. */
export function toDelivery(row: DeliveryRecord): Delivery {
  const status = STATUS_NAMES[row.status] ?? 'pending';
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

/** The attempts and the body as the API shows them. */
export function toContents({ body, attempts }: { body: Buffer | null; attempts: AttemptRow[] }) {
  return {
    payload: body?.toString() ?? '',
    attempts: attempts.map((row): Result<typeof getDelivery>['attempts'][number] => ({
      at: new Date(row.started_at).toISOString(),
      duration_ms: row.duration_ms,
      trigger: row.trigger,
      status_code: row.status_code,
      error: row.error,
      response: row.response_snippet,
      request_headers: row.request_headers,
    })),
  };
}
