-- Whole requests left in an endpoint's token bucket, which holds one second's worth; null without a rate limit.
create or replace function requests_allowed(rate_limit integer, limited_until timestamptz) returns numeric
language sql stable as $$
  select floor(rate_limit * extract(epoch from now() + interval '1 second' - greatest(limited_until, now())))
$$;

-- Claims due deliveries for the time of a lease. Fair: workspaces take turns, and within each its endpoints, each with a
-- limited number in flight. That is counted from leases, so nothing leaks when a process dies, and the cost depends on the
-- endpoints with queued deliveries, not on history. An expired lease is due again: this query is also the crash recovery.
--
-- The turn of a delivery counts what its workspace has in flight already: who has least comes first. The last
-- `fast_reserved` and `slow_reserved` places are for workspaces with no more in flight than one endpoint may have, so that
-- many hanging endpoints of another workspace do not make them wait for a timeout.
--
-- Slow endpoints (by response time, after three consecutive failures, or with a stalled attempt) share their own slots. A
-- half-open endpoint gets one attempt at a time. While its circuit is open, only first retries and manual retries pass: a
-- delivery must not wait five minutes for its second attempt.
--
-- In a function each statement sees what was committed before it began, which after the lock includes all other claims. In a
-- single statement, whose snapshot is older than the lock, six concurrent claims took 18 deliveries of an endpoint with a
-- limit of 5. The lock ends with the transaction, also if the client dies.
--
-- In the last `grace_ms` of a lease its request has ended, and only its result is missing or its process has died. Such
-- deliveries do not count as in flight, so that they do not block other deliveries of the endpoint until the lease ends.
--
-- Sequential scans, hash and merge joins are disabled here and in the other functions on the queue, because it grows faster
-- than its statistics: a plan made for an empty table would read a whole backlog.
--
-- The plan is generic: with custom plans for arrays of 3,000 endpoints, the first five claims of each connection took 1 s
-- instead of 0.2 s.
create or replace function claim_deliveries(per_endpoint integer, per_slow_endpoint integer, fast_slots integer,
  slow_slots integer, lease_ms double precision, grace_ms double precision, stalled uuid[], fast_reserved integer,
  slow_reserved integer)
returns table (
  id uuid, lease_token uuid, attempts_used smallint, attempts_made integer, trigger text, created_at timestamptz, workspace_id uuid,
  mode text, webhook_id uuid, url text, encrypted_secret bytea, previous_secrets bytea[], previous_secrets_until timestamptz[],
  is_slow boolean, event_id uuid, event_type text, body bytea)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  queued uuid[];
  rate_limited uuid[];
begin
  -- For the same reason as in store_results.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7306, hashtext(current_schema()));
  with recursive queue (id) as (
    (select webhook_id from delivery order by webhook_id limit 1)
    union all
    select (select webhook_id from delivery where webhook_id > queue.id order by webhook_id limit 1)
      from queue where queue.id is not null)
  select array_agg(id) into queued from queue;
  -- Locks up to 500 endpoints whose rate is consumed below, before their deliveries and in the order of their ids like all
  -- other transactions. Endpoints that are locked by others are skipped, because every claim waits for this one.
  select array_agg(id) into rate_limited from (
    select id from webhook where id = any(array(
      select w.id from unnest(queued) as q(id) join webhook w on w.id = q.id
       where w.status = 'enabled' and w.paused_until <= now() and requests_allowed(w.rate_limit, w.rate_limited_until) > 0
         and exists (select from delivery d where d.webhook_id = w.id and d.due_at <= now())
       order by random() limit 500))
     order by id for no key update skip locked) locked;
  return query
  with endpoint as (
    select w.id, w.workspace_id, w.is_half_open, w.is_slow or w.failures >= 3 or w.id = any(stalled) as is_slow,
           w.circuit_open_until > now() as is_circuit_open,
           coalesce(requests_allowed(w.rate_limit, w.rate_limited_until), per_endpoint) as allowance
      from unnest(queued) as q(id) join webhook w on w.id = q.id
     where w.status = 'enabled' and w.paused_until <= now() and (w.rate_limit is null or w.id = any(rate_limited))),
  -- Materialized: inlined, the count would run three times for each endpoint.
  candidate as materialized (
    select e.*, (select count(*) from delivery f
                  where f.webhook_id = e.id and f.status = 1
                    and f.due_at > now() + make_interval(secs => grace_ms / 1000)) as in_flight
      from endpoint e),
  share as materialized (
    select c.*, least(allowance, case when is_half_open and not is_circuit_open then 1 when is_slow then per_slow_endpoint else per_endpoint end
             - in_flight)::bigint as free,
           sum(in_flight) over (partition by workspace_id, is_slow) as workspace_in_flight
      from candidate c),
  due as (
    select c.id as webhook_id, c.workspace_id, c.workspace_in_flight, c.is_slow, d.id, d.rank from share c cross join lateral (
      select id, row_number() over (order by due_at, position) as rank from (
        select * from (
          select id, due_at, position from delivery
           where webhook_id = c.id and due_at <= now() and not c.is_circuit_open
           order by due_at, position limit greatest(c.free, 0) for update skip locked) all_due
        union all
        select * from (
          select id, due_at, position from delivery
           where webhook_id = c.id and due_at <= now() and c.is_circuit_open and (attempts_used = 1 or trigger = 'manual')
           order by due_at, position limit greatest(c.free, 0) for update skip locked) circuit_bypass) available) d
     where c.free > 0),
  turns as (
    select due.*, workspace_in_flight
                  + row_number() over (partition by workspace_id, is_slow order by rank, random()) as turn
      from due),
  pick as (
    select webhook_id, id, is_slow, rank from (
      select turns.*, row_number() over (partition by is_slow order by turn, random()) as place from turns) placed
     where place <= case when is_slow
             then slow_slots - case when turn <= per_slow_endpoint then 0 else slow_reserved end
             else fast_slots - case when turn <= per_endpoint then 0 else fast_reserved end end),
  claimed as (
    update delivery set status = 1, lease_token = gen_random_uuid(),
           due_at = now() + make_interval(secs => lease_ms / 1000)
      from pick where delivery.webhook_id = pick.webhook_id and delivery.id = pick.id
    returning delivery.*, pick.is_slow, pick.rank),
  consumed as (
    update webhook set rate_limited_until =
             greatest(rate_limited_until, now()) + make_interval(secs => c.taken::double precision / rate_limit)
      from (select webhook_id, count(*) as taken from claimed group by webhook_id) c
     where webhook.id = c.webhook_id and webhook.id = any(rate_limited))
  select c.id, c.lease_token, c.attempts_used, c.attempts_made, c.trigger, c.created_at, c.workspace_id, c.mode, c.webhook_id,
         w.url, w.encrypted_secret, w.previous_secrets, w.previous_secrets_until, c.is_slow, c.event_id, c.event_type,
         (select e.body from event e where e.day = c.day and e.id = c.event_id)
    from claimed c join webhook w on w.id = c.webhook_id
   order by c.rank, c.position;
end $$;
