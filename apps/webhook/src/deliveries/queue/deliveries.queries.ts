import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';
import type { WebhookRow } from '../../webhooks/webhook.entity.ts';

/** Positions in `DELIVERY_STATUSES`. Table `delivery` has statuses 0 and 1, `completed_delivery` has 2, 3 and 4. */
export const STATUS = { pending: 0, sending: 1, delivered: 2, failed: 3, cancelled: 4 } as const;

/** The time at which a statement logs its events, so that their ids order them; seconds before the commit at most (ADR 12). */
const LOGGED_AT = `(select date_trunc('milliseconds', clock_timestamp()))`;
/** The position of the transaction in the event log (docs/adr/0024-event-log.md); in a sub-select, to compute it once. */
const POSITION = '(select log_position())';

/** The enabled subscriptions that match events `$1`, a JSON array. Locked, so that disabling one waits and cancels its deliveries. */
export const findSubscriptions = systemStatement<
  { event_id: string; webhook_id: string } & Pick<WebhookRow, 'filter' | 'created_by_user'>
>(
  'delivery.subscriptions',
  'a batch has events of many tenants; each matches subscriptions of its own tenant',
  `select event.id as event_id, webhook.id as webhook_id, webhook.filter, webhook.created_by_user
     from jsonb_to_recordset($1) as event(
            id uuid, workspace_id uuid, mode text, filters text[], excluded uuid, recorded_at timestamptz)
     join webhook on webhook.workspace_id = event.workspace_id and webhook.mode = event.mode
      and webhook.status = 'enabled' and webhook.events && event.filters
      and webhook.id is distinct from event.excluded
      and webhook.enabled_at < event.recorded_at
    for key share of webhook`,
);

/** Stores and logs events (`$1` to `$7`, `$11` to `$13`) and their deliveries (`$8`, `$9`), due in `$10` milliseconds. */
export const storeEvents = systemStatement<{ id: string }>(
  'delivery.store_events',
  'a batch has events of many tenants; each delivery belongs to the tenant of its event',
  `with input as (
     select * from unnest(
         $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bytea[], $11::text[], $12::text[],
         $13::text[], $14::text[])
       with ordinality as input(id, workspace_id, mode, type, subject, occurred_at, body, traceparent, tracestate, names, credential, place)),
   inserted_event as (
     insert into event (day, id, workspace_id, mode, type, occurred_at, body, traceparent, tracestate)
     select current_date, id, workspace_id, mode, type, occurred_at, body, traceparent, tracestate from input
     on conflict do nothing returning id),
   logged_event as (
     insert into event_log (workspace_id, mode, logged_at, position, id, type, occurred_at, day, subject, names, credential)
     select workspace_id, mode, ${LOGGED_AT}, ${POSITION}, id, type, occurred_at, current_date, subject, names::text[], credential
       from input where id in (select id from inserted_event))
   insert into delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
   select webhook_id, delivery_id(input.id, webhook_id), workspace_id, mode, input.id, type, current_date,
          clock_timestamp() + make_interval(secs => $10::double precision / 1000)
     from unnest($8::uuid[], $9::uuid[]) as match(event_id, webhook_id)
     join input on input.id = match.event_id order by place
   on conflict do nothing returning id`,
);

export type EndpointColumns = Pick<
  WebhookRow,
  'url' | 'encrypted_secret' | 'previous_secrets' | 'previous_secrets_until'
>;

export interface ClaimedDelivery extends EndpointColumns {
  id: string;
  lease_token: string;
  attempts_used: number;
  /** All attempts, including those before a manual retry and those that did not count. */
  attempts_made: number;
  trigger: 'schedule' | 'manual';
  created_at: Date;
  /** That of the event, which a manual retry keeps. */
  day: string;
  workspace_id: string;
  mode: Mode;
  webhook_id: string;
  is_slow: boolean;
  event_id: string;
  event_type: string;
  body: Buffer | null;
  traceparent: string | null;
  tracestate: string | null;
}

const CLAIMED = `id, lease_token, attempts_used, attempts_made, trigger, created_at, day::text, workspace_id, mode, webhook_id, url,
  encrypted_secret, previous_secrets, previous_secrets_until, is_slow, event_id, event_type, body`;

/**
 * Claims due deliveries for process `$1`: `$2` in flight per endpoint, `$3` per slow one, `$4` fast and `$5` slow in total;
 * leases of `$6`, in whose last `$7` ms nothing is sent; `$8` are stalled, `$9` and `$10` reserved places.
 */
export const claimDeliveries = systemStatement<ClaimedDelivery>(
  'delivery.claim',
  'one dispatcher sends for all workspaces',
  // A subquery for each delivery, and no join: the planner knows neither how few are claimed nor the partition.
  `select ${CLAIMED}, trace[1] as traceparent, trace[2] as tracestate
     from (select ${CLAIMED}, (select array[e.traceparent, e.tracestate] from event e
                   where e.day = c.day and e.id = c.event_id) as trace
             from claim_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) c offset 0) claimed`,
);

/** Renews process `$1` for `$2` milliseconds, and makes due what expired ones were sending; returns how many. */
export const renewDispatcher = systemStatement<{ released: number }>(
  'delivery.renew_dispatcher',
  'one dispatcher sends for all workspaces',
  'select renew_dispatcher($1, $2) as released',
);

export interface StoredResult {
  id: string;
  webhook_id: string;
  is_half_open: boolean;
  is_slow: boolean;
  failures: number;
  last_delivery_at: Date | null;
}

/** Stores results: `$1` is a JSON array of the rows of `toResultRow`. */
export const storeResults = systemStatement<StoredResult>(
  'attempt.store_results',
  'results belong to claimed deliveries',
  'select * from store_results($1)',
);

/** Counts a test call in the fixed minute that began with the first one. */
export const countTestCall = tenantStatement<{ calls: number; seconds_left: number }>(
  'delivery.count_test_call',
  `insert into test_call_window as w (workspace_id, mode, started_at, calls) values ($1, $2, now(), 1)
   on conflict (workspace_id, mode) do update
     set started_at = case when w.started_at <= now() - interval '1 minute' then now() else w.started_at end,
         calls = case when w.started_at <= now() - interval '1 minute' then 1 else w.calls + 1 end
   returning calls, ceil(extract(epoch from started_at + interval '1 minute' - now()))::int as seconds_left`,
);

/** Stores and logs event `$3` of webhook `$15` by credential `$16`, delivery `$4` and attempt of a test, which has completed. */
export const storeTest = tenantStatement<never>(
  'delivery.store_test',
  `with test_event as (
     insert into event (day, id, workspace_id, mode, type, occurred_at, body)
     values (current_date, $3, $1, $2, 'webhook.test', $6, $7)),
   logged_event as (
     insert into event_log (workspace_id, mode, logged_at, position, id, type, occurred_at, day, subject, credential)
     values ($1, $2, ${LOGGED_AT}, ${POSITION}, $3, 'webhook.test', $6, current_date, $15, $16)),
   test_delivery as (
     insert into completed_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
            attempts_made, last_error, is_test, created_at)
     values (current_date, $1, $2, $5, $4, nextval('delivery_position'), $3, 'webhook.test', $8, 1, $9, true, now()))
   insert into attempt
          (delivery_id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers)
   values ($4, $10, 'test', $11, $12, $9, $13, $14)`,
);
