import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/** What still has to be sent is in `delivery` (0, 1), what is over in `settled_delivery` (2, 3, 4). */
export const STATUS = { pending: 0, inFlight: 1, delivered: 2, failed: 3, cancelled: 4 } as const;

/**
 * The subscriptions that want events of the moment. `$1`: the events as JSON, each with the filters that select it, and a
 * subscription that must not get it. They are kept until the transaction ends: deleting and disabling wait for it, and
 * then cancel what it stores.
 */
export const findSubscriptions = systemStatement<{ event_id: string; webhook_id: string }>(
  'delivery.subscriptions',
  'events of many tenants are stored together; each finds subscriptions of its own tenant',
  `select event.id as event_id, webhook.id as webhook_id
     from jsonb_to_recordset($1) as event(id uuid, workspace_id uuid, mode text, filters text[], excluded uuid)
     join webhook on webhook.workspace_id = event.workspace_id and webhook.mode = event.mode
      and webhook.status = 'enabled' and webhook.events && event.filters
      and webhook.id is distinct from event.excluded
    for key share of webhook`,
);

/**
 * Stores events, `$1` to `$6`, and deliveries of them: `$7` are the events, `$8` the subscriptions, `$9` milliseconds until
 * the first attempt. Answers the deliveries that were not there yet.
 */
export const insertDeliveries = systemStatement<{ id: string }>(
  'delivery.store',
  'events of many tenants are stored together; each delivery is of the tenant of its event',
  `with given as (
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[])
       as given(id, workspace_id, mode, type, occurred_at, body)),
   stored as (
     insert into event (day, id, workspace_id, mode, type, occurred_at, body)
     select current_date, id, workspace_id, mode, type, occurred_at, body from given
     on conflict do nothing)
   insert into delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
   select webhook_id, delivery_id(given.id, webhook_id), workspace_id, mode, given.id, type, current_date,
          clock_timestamp() + make_interval(secs => $9::double precision / 1000)
     from unnest($7::uuid[], $8::uuid[]) with ordinality as wanted(event_id, webhook_id, place)
     join given on given.id = wanted.event_id order by place
   on conflict do nothing returning id`,
);

/** A subscription's part in an attempt: where it goes, and whose secrets sign it. */
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
  /** Those too that used up none of the schedule, of all its lives. */
  attempts_made: number;
  trigger: 'schedule' | 'manual';
  created_at: Date;
  workspace_id: string;
  mode: Mode;
  webhook_id: string;
  /** It was given a slot of the slow ones. */
  is_slow: boolean;
  event_id: string;
  event_type: string;
  /** `null` for one that is older than bodies are kept. */
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
  'one scheduler sends for all workspaces',
  `select claimed.* from ${SOON_ON_DISK}, claim_deliveries($1, $2, $3, $4, $5, $6, $7) as claimed`,
);

/** The result of an attempt as `store_results` reads it, and what follows from it. */
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
  /** In how many milliseconds it is tried again; only while it is pending. */
  wait_ms: number | null;
  /** Where it was sent, and for how many milliseconds nothing is to be sent there. */
  url: string;
  pause_ms: number | null;
  attempts_used: number;
}

/** A delivery whose result was taken, and the health of its endpoint before. */
export interface StoredResult {
  id: string;
  webhook_id: string;
  is_proven: boolean;
  is_slow: boolean;
  failures: number;
  last_delivery_at: Date | null;
}

/** Stores the results of attempts: `$1` is an array of {@link ResultRow} in JSON. */
export const storeResults = systemStatement<StoredResult>(
  'attempt.store_results',
  'results belong to the deliveries that were claimed',
  `select stored.* from ${SOON_ON_DISK}, store_results($1) as stored`,
);

/** Stores them like {@link storeResults}, when a receiver asks for quiet or is gone: its endpoint pauses in that moment. */
export const storeResultsAndPause = systemStatement<StoredResult>(
  'attempt.store_results_and_pause',
  'results belong to the deliveries that were claimed',
  `select stored.* from ${SOON_ON_DISK}, pause_endpoints($1), store_results($1) as stored`,
);

/** The event, delivery and attempt of a test call, which is over when it is stored. */
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
  'an attempt belongs to the delivery that is stored with it',
  `insert into attempt
          (delivery_id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers)
   values ($1, $2, 'test', $3, $4, $5, $6, $7)`,
);
