import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/** Table `delivery` has statuses 0 and 1, `settled_delivery` has 2, 3 and 4. */
export const STATUS = { pending: 0, sending: 1, delivered: 2, failed: 3, cancelled: 4 } as const;

/**
 * Finds the enabled subscriptions that match events `$1`, a JSON array. They are locked until the transaction ends, so
 * that disabling or deleting one waits for it and then cancels the deliveries that it has created.
 */
export const findSubscriptions = systemStatement<{ event_id: string; webhook_id: string }>(
  'delivery.subscriptions',
  'a batch has events of many tenants; each matches subscriptions of its own tenant',
  `select event.id as event_id, webhook.id as webhook_id
     from jsonb_to_recordset($1) as event(id uuid, workspace_id uuid, mode text, filters text[], excluded uuid)
     join webhook on webhook.workspace_id = event.workspace_id and webhook.mode = event.mode
      and webhook.status = 'enabled' and webhook.events && event.filters
      and webhook.id is distinct from event.excluded
    for key share of webhook`,
);

/**
 * Creates events (columns `$1` to `$6`) and their deliveries, each of an event in `$7` for a subscription in `$8`, first
 * due in `$9` milliseconds. Returns the new ones.
 */
export const insertDeliveries = systemStatement<{ id: string }>(
  'delivery.store',
  'a batch has events of many tenants; each delivery belongs to the tenant of its event',
  `with input as (
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[])
       as input(id, workspace_id, mode, type, occurred_at, body)),
   inserted_event as (
     insert into event (day, id, workspace_id, mode, type, occurred_at, body)
     select current_date, id, workspace_id, mode, type, occurred_at, body from input
     on conflict do nothing)
   insert into delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
   select webhook_id, delivery_id(input.id, webhook_id), workspace_id, mode, input.id, type, current_date,
          clock_timestamp() + make_interval(secs => $9::double precision / 1000)
     from unnest($7::uuid[], $8::uuid[]) with ordinality as match(event_id, webhook_id, place)
     join input on input.id = match.event_id order by place
   on conflict do nothing returning id`,
);

export interface EndpointColumns {
  url: string;
  sealed_secret: Buffer;
  retired_secrets: Buffer[];
  retired_until: Date[];
}

export interface ClaimedDelivery extends EndpointColumns {
  id: string;
  lease_token: string;
  attempts_used: number;
  /** All attempts, including those before a manual retry and those that did not count. */
  attempts_made: number;
  trigger: 'schedule' | 'manual';
  created_at: Date;
  workspace_id: string;
  mode: Mode;
  webhook_id: string;
  /** Counts against the concurrency limit of slow endpoints. */
  is_slow: boolean;
  event_id: string;
  event_type: string;
  /** `null` after its retention period. */
  body: Buffer | null;
}

/**
 * Lets a commit not wait for the disk (8 ms here): an endpoint's few slots are taken from its claim to its result, and
 * with both waits it got 200 deliveries a second. A server that crashes forgets the last 0.6 s of claims and results
 * at most, nothing else: what was sent then is sent once more, as after a crash of ours between sending and storing.
 */
export const SOON_ON_DISK = `set_config('synchronous_commit', 'off', true) as soon_on_disk`;

/**
 * Claims due deliveries. `$1` and `$2`: at most of one endpoint in flight, and of a slow one; `$3` and `$4`: free slots,
 * and those for slow endpoints; `$5`: milliseconds of lease; `$6`: how many of these come after the last moment of an
 * attempt; `$7`: endpoints that are slow right now. The function is in the migration, with the reasons for its form.
 */
export const claimDeliveries = systemStatement<ClaimedDelivery>(
  'delivery.claim',
  'one dispatcher sends for all workspaces',
  `select claimed.* from ${SOON_ON_DISK}, claim_deliveries($1, $2, $3, $4, $5, $6, $7) as claimed`,
);

/** Input of `store_results`. */
export interface ResultRow {
  id: string;
  webhook_id: string;
  lease_token: string;
  trigger: 'schedule' | 'manual';
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response_snippet: string;
  request_headers: Readonly<Record<string, string>>;
  status: (typeof STATUS)[keyof typeof STATUS];
  /** Time until the next attempt; `null` unless pending. */
  wait_ms: number | null;
  /** URL of the attempt: a pause does not apply after the subscription's URL has changed. */
  url: string;
  pause_ms: number | null;
  attempts_used: number;
}

/** A delivery whose result was stored, and the health of its endpoint before. */
export interface StoredResult {
  id: string;
  webhook_id: string;
  is_proven: boolean;
  is_slow: boolean;
  failures: number;
  last_delivery_at: Date | null;
}

/** Stores results: `$1` is a JSON array of {@link ResultRow}. */
export const storeResults = systemStatement<StoredResult>(
  'attempt.store_results',
  'results belong to claimed deliveries',
  `select stored.* from ${SOON_ON_DISK}, store_results($1) as stored`,
);

/** Like {@link storeResults}, and pauses endpoints in the same transaction. */
export const storeResultsAndPause = systemStatement<StoredResult>(
  'attempt.store_results_and_pause',
  'results belong to claimed deliveries',
  `select stored.* from ${SOON_ON_DISK}, pause_endpoints($1), store_results($1) as stored`,
);

/** Event, delivery and attempt of a test, which are stored after it has completed. */
export const storeTestEvent = tenantStatement<never>(
  'delivery.store_test_event',
  `insert into event (day, id, workspace_id, mode, type, occurred_at, body)
   values (current_date, $3, $1, $2, 'webhook.test', $4, $5)`,
);

export const storeTestDelivery = tenantStatement<never>(
  'delivery.store_test',
  `insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
          attempts_made, last_error, is_test, created_at)
   values (current_date, $1, $2, $4, $3, nextval('delivery_position'), $5, 'webhook.test', $6, 1, $7, true, now())`,
);

export const addTestAttempt = systemStatement<never>(
  'attempt.add_test',
  'an attempt belongs to the delivery that is stored in the same transaction',
  `insert into attempt
          (delivery_id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers)
   values ($1, $2, 'test', $3, $4, $5, $6, $7)`,
);
