-- Whole requests left in an endpoint's token bucket, which holds one second's worth; null without a rate limit.
create or replace function requests_allowed(rate_limit integer, limited_until timestamptz) returns numeric
language sql stable as $$
  select floor(rate_limit * extract(epoch from now() + interval '1 second' - greatest(limited_until, now())))
$$;

-- How many more deliveries an endpoint may have in flight, counted from leases, and when there may be one to claim. No row if
-- it is disabled. A half-open endpoint gets one attempt at a time; only first and manual retries pass an open circuit.
-- Inlined into claim_deliveries.
create or replace function endpoint_capacity(endpoint uuid, per_endpoint integer, per_slow_endpoint integer,
  grace_ms double precision, stalled uuid[])
returns table (workspace_id uuid, is_slow boolean, is_circuit_open boolean, is_rate_limited boolean, free bigint,
  next_at timestamptz)
language sql stable as $$
  select w.workspace_id, health.is_slow, health.is_circuit_open, w.rate_limit is not null, capacity.free,
         case
           when w.paused_until > now() then w.paused_until
           when health.allowance < 1 then w.rate_limited_until - interval '1 second' + interval '1 second' / w.rate_limit
           when capacity.free <= 0 then leases.first_end - make_interval(secs => grace_ms / 1000)
           when health.is_circuit_open then least(w.circuit_open_until, (
             select d.due_at from delivery d where d.webhook_id = w.id and (d.attempts_used = 1 or d.trigger = 'manual')
              order by d.due_at, d.position limit 1))
           else (select d.due_at from delivery d where d.webhook_id = w.id order by d.due_at, d.position limit 1)
         end
    from (select * from webhook where webhook.id = endpoint and webhook.status = 'enabled' offset 0) w
   cross join lateral (
     select w.is_slow or w.failures >= 3 or w.id = any(stalled) as is_slow, w.circuit_open_until > now() as is_circuit_open,
            coalesce(requests_allowed(w.rate_limit, w.rate_limited_until), per_endpoint) as allowance offset 0) health
   cross join lateral (
     select count(*) as in_flight, min(f.due_at) as first_end from delivery f
      where f.workspace_id = w.workspace_id and f.webhook_id = w.id and f.status = 1
        and f.due_at > now() + make_interval(secs => grace_ms / 1000)) leases
   cross join lateral (
     select case when w.paused_until > now() then 0
                 else least(health.allowance, case when w.is_half_open and not health.is_circuit_open then 1
                   when health.is_slow then per_slow_endpoint else per_endpoint end - leases.in_flight)::bigint
            end as free offset 0) capacity
$$;

-- Claims due deliveries for a process (renew_dispatcher) and the time of a lease. Fair: workspaces take turns, and within
-- each its endpoints, each with a limited number in flight. An expired lease is due again: this query is also the crash
-- recovery. Only endpoints with a due entry in endpoint_wakeup are looked at, and no more than there are places for: 30,000
-- took 2 s when each claim looked at all. An entry may be too early, never too late, so a few rounds are made.
--
-- The last `fast_reserved` and `slow_reserved` places are for workspaces with no more in flight than one endpoint may have,
-- so that many hanging endpoints of another do not make them wait. Slow endpoints (by response time, three consecutive
-- failures, or a stalled attempt) share their own slots.
--
-- In a function each statement sees what all claims before it have committed: in a single one, six concurrent claims took 18
-- deliveries of an endpoint with a limit of 5. In the last `grace_ms` of a lease no request is in flight. A plan made for an
-- empty table would read a whole backlog: scans, hash and merge joins are disabled in the functions on the queue, and `offset
-- 0` keeps the order of joins. Each of five custom plans per connection took longer than the claim.
create or replace function claim_deliveries(dispatcher uuid, per_endpoint integer, per_slow_endpoint integer, fast_slots integer,
  slow_slots integer, lease_ms double precision, grace_ms double precision, stalled uuid[], fast_reserved integer,
  slow_reserved integer)
returns table (
  id uuid, lease_token uuid, attempts_used smallint, attempts_made integer, trigger text, created_at timestamptz, day date, workspace_id uuid,
  mode text, webhook_id uuid, url text, encrypted_secret bytea, previous_secrets bytea[], previous_secrets_until timestamptz[],
  is_slow boolean, event_id uuid, event_type text, body bytea)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  -- Also with few free slots, entries that turn out to be too early must not hide one that is not.
  min_candidates constant integer := 32;
  max_rounds constant integer := 8;
  slow_pool boolean;
  slots integer;
  reserved integer;
  workspaces uuid[];
  workspaces_in_flight bigint[];
  candidates uuid[];
  candidates_workspaces uuid[];
  candidates_in_flight bigint[];
  rate_limited uuid[];
  served uuid[];
  passed uuid[];
  next_times timestamptz[];
  passed_workspaces uuid[];
  kept_workspaces uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7306, hashtext(current_schema()));
  with moved as (
    update endpoint_wakeup set is_slow = true where webhook_id = any(stalled) and not is_slow returning workspace_id, wake_at)
  insert into workspace_wakeup (workspace_id, is_slow, wake_at)
  select workspace_id, true, min(wake_at) from moved group by workspace_id;

  foreach slow_pool in array array[false, true] loop
    slots := case when slow_pool then slow_slots else fast_slots end;
    reserved := case when slow_pool then slow_reserved else fast_reserved end;
    for round in 1 .. max_rounds loop
      exit when slots <= 0;

      select array_agg(workspace_id), array_agg(in_flight) into workspaces, workspaces_in_flight from (
        select distinct workspace_id from (
          select workspace_id from (
            (select workspace_id from workspace_wakeup w
              where w.is_slow = slow_pool and w.wake_at <= now()
                and not exists (select from delivery f where f.workspace_id = w.workspace_id and f.status = 1 offset 0)
              order by w.wake_at)
            union all
            (select workspace_id from (
               select workspace_id, count(*) as in_flight from delivery where status = 1 group by workspace_id) f
              where exists (select from endpoint_wakeup e
                             where e.workspace_id = f.workspace_id and e.is_slow = slow_pool and e.wake_at <= now())
              order by in_flight)) waiting
           limit greatest(slots, min_candidates)) first_waiting) first
      cross join lateral (
        select count(*) as in_flight from delivery f
         where f.workspace_id = first.workspace_id and f.status = 1
           and f.due_at > now() + make_interval(secs => grace_ms / 1000)
           and (select w.is_slow or w.failures >= 3 or w.id = any(stalled) from webhook w where w.id = f.webhook_id)
               = slow_pool) in_pool;
      exit when workspaces is null;

      select array_agg(webhook_id), array_agg(id), array_agg(in_flight)
        into candidates, candidates_workspaces, candidates_in_flight from (
        select distinct e.webhook_id, w.id, w.in_flight from unnest(workspaces, workspaces_in_flight) as w(id, in_flight)
         cross join lateral (
           select webhook_id from endpoint_wakeup e
            where e.workspace_id = w.id and e.is_slow = slow_pool and e.wake_at <= now()
            order by e.wake_at
            limit ceil(greatest(slots, min_candidates)::numeric / cardinality(workspaces))) e) first;

      -- By id, like all transactions. What others have locked is skipped, because every claim waits for this one.
      select array_agg(id) into rate_limited from (
        select id from webhook where id = any(candidates) and rate_limit is not null
         order by id for no key update skip locked) locked;

      served := '{}';
      for id, lease_token, attempts_used, attempts_made, trigger, created_at, day, workspace_id, mode, webhook_id, url,
          encrypted_secret, previous_secrets, previous_secrets_until, is_slow, event_id, event_type, body in
        with due as (
          select q.webhook_id, c.workspace_id, q.in_flight, d.id, d.rank
            from unnest(candidates, candidates_in_flight) as q(webhook_id, in_flight)
           cross join lateral endpoint_capacity(q.webhook_id, per_endpoint, per_slow_endpoint, grace_ms, stalled) c
           cross join lateral (
             select id, row_number() over (order by due_at, position) as rank from (
               select * from (
                 select id, due_at, position from delivery
                  where webhook_id = q.webhook_id and due_at <= now() and not c.is_circuit_open
                  order by due_at, position limit greatest(c.free, 0) for update skip locked) all_due
               union all
               select * from (
                 select id, due_at, position from delivery
                  where webhook_id = q.webhook_id and due_at <= now() and c.is_circuit_open
                    and (attempts_used = 1 or trigger = 'manual')
                  order by due_at, position limit greatest(c.free, 0) for update skip locked) circuit_bypass) available) d
           where c.free > 0 and c.is_slow = slow_pool
             and (not c.is_rate_limited or q.webhook_id = any(rate_limited))),
        turns as (
          select due.*, in_flight + row_number() over (partition by workspace_id order by rank, random()) as turn from due),
        pick as (
          select webhook_id, id, rank from (
            select turns.*, row_number() over (order by turn, random()) as place from turns) placed
           where place <= slots - case when turn <= case when slow_pool then per_slow_endpoint else per_endpoint end
                                       then 0 else reserved end),
        claimed as (
          update delivery set status = 1, lease_token = gen_random_uuid(), dispatcher_id = dispatcher,
                 due_at = now() + make_interval(secs => lease_ms / 1000)
            from pick where delivery.webhook_id = pick.webhook_id and delivery.id = pick.id
          returning delivery.*, pick.rank),
        consumed as (
          update webhook set rate_limited_until =
                   greatest(rate_limited_until, now()) + make_interval(secs => c.taken::double precision / rate_limit)
            from (select webhook_id, count(*) as taken from claimed group by webhook_id) c
           where webhook.id = c.webhook_id and webhook.id = any(rate_limited))
        select c.id, c.lease_token, c.attempts_used, c.attempts_made, c.trigger, c.created_at, c.day, c.workspace_id, c.mode,
               c.webhook_id, w.url, w.encrypted_secret, w.previous_secrets, w.previous_secrets_until, slow_pool, c.event_id,
               c.event_type, (select e.body from event e where e.day = c.day and e.id = c.event_id)
          from claimed c cross join lateral (select * from webhook where webhook.id = c.webhook_id offset 0) w
         order by c.rank, c.position
      loop
        served := served || webhook_id;
        slots := slots - 1;
        return next;
      end loop;

      -- An endpoint with due deliveries for which there was no place keeps its entry, and so its turn.
      select array_agg(q.webhook_id) filter (where is_passed), array_agg(next_time) filter (where is_passed),
             array_agg(q.workspace_id) filter (where is_passed), array_agg(q.workspace_id) filter (where not is_passed)
        into passed, next_times, passed_workspaces, kept_workspaces
        from unnest(candidates, candidates_workspaces) as q(webhook_id, workspace_id)
        left join lateral endpoint_capacity(q.webhook_id, per_endpoint, per_slow_endpoint, grace_ms, stalled) c on true
       cross join lateral (
         select case when c.next_at is not null then greatest(c.next_at, now()) end as next_time,
                q.webhook_id = any(served) or c.next_at is null or c.next_at > now() or c.is_slow <> slow_pool as is_passed) p;
      exit when reschedule_endpoints(passed, next_times, array(
        select id from unnest(workspaces) as w(id)
         where id = any(passed_workspaces) or (id = any(kept_workspaces)) is not true), slow_pool) = 0;
    end loop;
  end loop;
end $$;
