-- Claims due deliveries for the time of a lease. Fair: endpoints take turns by rank, each with at most so many in
-- flight (counted from leases, so nothing leaks when a process dies), and the cost follows the endpoints that have
-- something to send, not the history. A lease that ended is due again: the same query is the crash recovery.
--
-- Slow endpoints (by their answers, three failures in a row, or an attempt that hangs right now: "hanging") have slots of
-- their own. One that has not succeeded yet, or was paused, gets one attempt at a time. While a breaker is open,
-- only first retries and what was asked for by hand pass: a delivery is not to wait five minutes for its second try.
--
-- A function, because each statement in one sees what was committed when it begins: after the lock, that is what
-- all other claims have taken. In a plain statement, which sees what was there before it waited, six claims at
-- once took 18 deliveries of an endpoint that may have 5. The lock ends with the call, even of a client that died.
--
-- In the last settling_ms of a lease no request is under way any more: it waits for its result only, or for a process
-- that died. What that had in flight must not keep the endpoint's other deliveries waiting to the end of the lease.
--
-- The queue grows and shrinks faster than its statistics. Planned for an empty table, a claim would read all of a backlog
-- that came since; by index it costs the same at any size. So do the other functions on the queue.
--
-- The plan is a generic one: planned for arrays of 3,000 endpoints, the first five claims of each connection took a
-- second in place of 0.2.
create or replace function claim_deliveries(per_endpoint integer, per_slow_endpoint integer, fast_slots integer,
  slow_slots integer, lease_ms double precision, settling_ms double precision, hanging uuid[])
returns table (
  id uuid, lease_token uuid, attempts_used smallint, attempts_made integer, trigger text, created_at timestamptz, workspace_id uuid,
  mode text, webhook_id uuid, url text, sealed_secret bytea, retired_secrets bytea[], retired_until timestamptz[],
  is_slow boolean, event_id uuid, event_type text, body bytea)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  live uuid[];
  paced uuid[];
begin
  perform pg_advisory_xact_lock(7306, hashtext(current_schema()));
  with recursive has_queue (id) as (
    (select webhook_id from delivery order by webhook_id limit 1)
    union all
    select (select webhook_id from delivery where webhook_id > has_queue.id order by webhook_id limit 1)
      from has_queue where has_queue.id is not null)
  select array_agg(id) into live from has_queue;
  -- The endpoints whose rate is spent below. Who disables or deletes a subscription locks it before its deliveries, and
  -- who stores health locks many in this order: so does this. It waits for none of them, because everybody waits for it.
  select array_agg(id) into paced from (
    select id from webhook where id = any(array(
      select w.id from unnest(live) as l(id) join webhook w on w.id = l.id
       where w.status = 'enabled' and w.paused_until <= now() and floor(w.rate_limit * extract(epoch from
               now() + interval '1 second' - greatest(w.rate_used_until, now()))) > 0
         and exists (select from delivery d where d.webhook_id = w.id and d.due_at <= now())
       order by random() limit 500))
     order by id for no key update skip locked) locked;
  return query
  with endpoint as (
    select w.id, w.is_proven, w.is_slow or w.failures >= 3 or w.id = any(hanging) as is_slow,
           w.broken_until > now() as is_broken,
           coalesce(floor(w.rate_limit * extract(epoch from
               now() + interval '1 second' - greatest(w.rate_used_until, now()))), per_endpoint) as allowance
      from unnest(live) as l(id) join webhook w on w.id = l.id
     where w.status = 'enabled' and w.paused_until <= now() and (w.rate_limit is null or w.id = any(paced))),
  -- Materialized: merged into what follows, the count would be run three times for each endpoint.
  candidate as materialized (
    select e.*, least(allowance, case when not is_proven and not is_broken then 1 when is_slow then per_slow_endpoint else per_endpoint end
             - (select count(*) from delivery f
                 where f.webhook_id = e.id and f.status = 1
                   and f.due_at > now() + make_interval(secs => settling_ms / 1000)))::bigint as free
      from endpoint e),
  due as (
    select c.id as webhook_id, c.is_slow, d.id, d.rank from candidate c cross join lateral (
      select id, row_number() over (order by due_at, position) as rank from (
        select * from (
          select id, due_at, position from delivery
           where webhook_id = c.id and due_at <= now() and not c.is_broken
           order by due_at, position limit greatest(c.free, 0) for update skip locked) any_of_them
        union all
        select * from (
          select id, due_at, position from delivery
           where webhook_id = c.id and due_at <= now() and c.is_broken and (attempts_used = 1 or trigger = 'manual')
           order by due_at, position limit greatest(c.free, 0) for update skip locked) let_through) queued) d
     where c.free > 0),
  pick as (
    select webhook_id, id, is_slow, rank from (
      select due.*, row_number() over (partition by is_slow order by rank, random()) as place from due) placed
     where place <= case when is_slow then slow_slots else fast_slots end),
  claimed as (
    update delivery set status = 1, lease_token = gen_random_uuid(),
           due_at = now() + make_interval(secs => lease_ms / 1000)
      from pick where delivery.webhook_id = pick.webhook_id and delivery.id = pick.id
    returning delivery.*, pick.is_slow, pick.rank),
  spent as (
    update webhook set rate_used_until =
             greatest(rate_used_until, now()) + make_interval(secs => c.taken::double precision / rate_limit)
      from (select webhook_id, count(*) as taken from claimed group by webhook_id) c
     where webhook.id = c.webhook_id and webhook.id = any(paced))
  select c.id, c.lease_token, c.attempts_used, c.attempts_made, c.trigger, c.created_at, c.workspace_id, c.mode, c.webhook_id,
         w.url, w.sealed_secret, w.retired_secrets, w.retired_until, c.is_slow, c.event_id, c.event_type,
         (select e.body from event e where e.day = c.day and e.id = c.event_id)
    from claimed c join webhook w on w.id = c.webhook_id
   order by c.rank, c.position;
end $$;
