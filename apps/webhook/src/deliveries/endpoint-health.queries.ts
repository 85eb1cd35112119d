import { systemStatement, tenantStatement } from '@parley/persistence';
import { SOON_ON_DISK } from './deliveries.queries.ts';

/** Endpoints that fail so often in a row are left alone for a while; one delivery alone follows its own schedule. */
export const CIRCUIT_TRIPS_AFTER = { failures: 5, events: 2 } as const;
const FIRST_BREAK_S = 10;
const LONGEST_BREAK_S = 300;
const BREAKS_MAX = 10;

/** What results say about an endpoint, as {@link updateHealth} reads it. */
export interface HealthChange {
  id: string;
  /** Its address when they were made. */
  url: string;
  /** Start of the last success among them. */
  succeeded_at: Date | null;
  /** Failures after that, and how many of those were first attempts. */
  failures: number;
  first_failures: number;
  /** For how many milliseconds from now the receiver asked for quiet. */
  pause_ms: number | null;
  /** Whether it answers slowly. */
  is_slow: boolean;
}

/** How an endpoint stands after results were added to what was known of it. */
export interface EndpointState {
  id: string;
  failures: number;
  failed_events: number;
  /** For how many milliseconds nothing has succeeded; null when the last attempt did. */
  failing_ms: number | null;
  /** This very change opened the breaker. */
  has_tripped: boolean;
}

/**
 * Adds results to the health of endpoints: `$1` is an array of {@link HealthChange} in JSON, one for each. Locks are taken
 * in one order, because other processes do the same. A break doubles, from 10 s to 5 min, until something succeeds;
 * what fails during a break does not prolong it.
 */
export const updateHealth = systemStatement<EndpointState>(
  'webhook.add_to_health',
  'results are those of the endpoints that were claimed for',
  `with change as materialized (
     select c.*, c.succeeded_at is not null as has_succeeded,
            now() + make_interval(secs => pause_ms / 1000) as pause_until, soon_on_disk
       from ${SOON_ON_DISK}, json_to_recordset($1::json) as c(id uuid, url text, succeeded_at timestamptz,
            failures integer, first_failures integer, pause_ms double precision, is_slow boolean)),
   before as materialized (
     select w.id, case when has_succeeded then 0 else w.failures end + c.failures as failures,
            case when has_succeeded then 0 else w.failed_events end + c.first_failures as failed_events,
            case when has_succeeded then 0 else w.breaks end as breaks,
            not has_succeeded and w.broken_until > now() as is_broken
       from webhook w join change c on c.id = w.id and c.url = w.url order by w.id for no key update of w),
   judged as (
     select b.*, not b.is_broken and c.failures > 0 and b.failures >= ${CIRCUIT_TRIPS_AFTER.failures}
                 and b.failed_events >= ${CIRCUIT_TRIPS_AFTER.events} as breaks_now
       from before b join change c on c.id = b.id)
   update webhook w set
          last_delivery_at = greatest(w.last_delivery_at, c.succeeded_at),
          is_proven = (w.is_proven or has_succeeded) and not j.breaks_now and c.pause_until is null,
          is_slow = c.is_slow,
          failures = j.failures,
          failed_events = j.failed_events,
          failing_since = case when j.failures = 0 then null
                               when has_succeeded then now() else coalesce(w.failing_since, now()) end,
          paused_until = greatest(w.paused_until, c.pause_until),
          -- Not more than makes a difference: the power of a large one is out of range.
          breaks = least(j.breaks + j.breaks_now::int, ${BREAKS_MAX}),
          broken_until = case
            when j.breaks_now then
              now() + make_interval(secs => least(${FIRST_BREAK_S} * power(2, least(j.breaks, ${BREAKS_MAX})), ${LONGEST_BREAK_S}))
            when has_succeeded then '-infinity' else w.broken_until end
     from judged j join change c on c.id = j.id where w.id = j.id
   returning w.id, w.failures, w.failed_events, j.breaks_now as has_broken,
             (extract(epoch from now() - w.failing_since) * 1000)::double precision as failing_ms`,
);

/** Forgets what was known of an endpoint: it has moved, or begins a new life. */
export const resetHealth = tenantStatement<never>(
  'webhook.forget_health',
  `update webhook set paused_until = '-infinity', broken_until = '-infinity', breaks = 0, failures = 0,
          failed_events = 0, failing_since = null, is_slow = false, is_proven = false
    where workspace_id = $1 and mode = $2 and id = $3`,
);

/** Whether a subscription, locked by the caller, fails for `$4` milliseconds or longer. */
export const isStillFailing = tenantStatement<{ id: string }>(
  'webhook.still_failing',
  `select id from webhook where workspace_id = $1 and mode = $2 and id = $3
      and failing_since <= now() - make_interval(secs => $4::double precision / 1000)`,
);
