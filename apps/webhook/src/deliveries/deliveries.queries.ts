import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/**
 * Stores an event and a delivery for each subscription that asks for it. `$3` are the filters that select its type,
 * `$8` a subscription that must not get it.
 */
export const storeDeliveries = tenantStatement<{ id: string }>(
  'delivery.store',
  `with subscription as (
     select id from webhook
      where workspace_id = $1 and mode = $2 and status = 'enabled' and events && $3::text[]
        and id is distinct from $8::uuid
      -- Deleting and disabling wait for this, and then cancel what it stores.
      for key share),
   stored as (
     insert into event (id, workspace_id, mode, type, occurred_at, body)
     select $4::uuid, $1, $2, $5, $6::timestamptz, $7 where exists (select from subscription)
     on conflict do nothing)
   insert into delivery (workspace_id, mode, webhook_id, event_id, due_at)
   select $1, $2, id, $4::uuid, clock_timestamp() + make_interval(secs => $9::double precision / 1000) from subscription
   on conflict (event_id, webhook_id) do nothing returning id`,
);

export interface ClaimedDelivery {
  id: string;
  lease_token: string;
  attempts_used: number;
  created_at: Date;
  workspace_id: string;
  mode: Mode;
  webhook_id: string;
  url: string;
  sealed_secret: Buffer;
  event_id: string;
  body: Buffer;
}

/**
 * Lets a commit not wait for the disk (8 ms here): an endpoint's few slots are taken from its claim to its result, and
 * with both waits it got 200 deliveries a second. A server that crashes forgets the last 0.6 s of claims and results
 * at most, nothing else: what was sent then is sent once more, as after a crash of ours between sending and storing.
 */
const SOON_ON_DISK = `set_config('synchronous_commit', 'off', true) as soon_on_disk`;

/**
 * Claims due deliveries: `$1` at most of one endpoint in flight, `$2` at most in all, `$3` milliseconds of lease. The
 * function is in the migration, with the reasons for its form.
 */
export const claimDeliveries = systemStatement<ClaimedDelivery>(
  'delivery.claim',
  'one scheduler sends for all workspaces',
  `select claimed.* from ${SOON_ON_DISK}, claim_deliveries($1, $2, $3) as claimed`,
);

export const addAttempt = systemStatement<never>(
  'attempt.add',
  'an attempt belongs to the delivery that was claimed',
  `insert into attempt (delivery_id, started_at, duration_ms, status_code, error, response_snippet, request_headers)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/**
 * Stores an attempt and what follows from it. Only the holder of the lease moves the delivery; an attempt that ended
 * after its lease is still logged. `$9` and `$10` are the new status and due time, `$11` the steps used up.
 */
export const recordAttempt = systemStatement<{ webhook_id: string }>(
  'attempt.record',
  'a result belongs to the delivery that was claimed',
  `with logged as (
     insert into attempt (delivery_id, started_at, duration_ms, status_code, error, response_snippet, request_headers)
     values ($1, $3, $4, $5, $6, $7, $8)),
   moved as (
     update delivery set status = $9, due_at = coalesce($10, due_at), attempts_used = $11, lease_token = null
       from ${SOON_ON_DISK}
      where id = $1 and lease_token = $2 and status = 1 returning webhook_id)
   update webhook set
          paused_until = greatest(paused_until, $12),
          last_delivery_at = case when $9 = 2 then $3 else last_delivery_at end
     from moved where webhook.id = moved.webhook_id
      and ($12::timestamptz is not null
           -- Health is written seldom: a write per delivery would bloat the few hot rows of this table.
           or ($9 = 2 and coalesce(last_delivery_at, '-infinity') < $3::timestamptz - interval '5 seconds'))
   returning webhook.id as webhook_id`,
);

/** The event, delivery and attempt of a test call, which is over when it is stored. */
export const storeTestEvent = tenantStatement<never>(
  'delivery.store_test_event',
  `insert into event (id, workspace_id, mode, type, occurred_at, body) values ($3, $1, $2, 'webhook.test', $4, $5)`,
);

export const storeTestDelivery = tenantStatement<never>(
  'delivery.store_test',
  `insert into delivery (id, workspace_id, mode, webhook_id, event_id, status, due_at, is_test)
   values ($3, $1, $2, $4, $5, $6, now(), true)`,
);

export const STATUS = { pending: 0, inFlight: 1, delivered: 2, failed: 3, cancelled: 4 } as const;
