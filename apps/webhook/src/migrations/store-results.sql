-- Logs attempts and moves their deliveries, if their lease still holds. Returns them with the health of their endpoints
-- before: an update per delivery would bloat the few hot rows of webhook. Delays are counted by this clock. Answers to events
-- that were erased or redacted meanwhile are left out, since they may repeat them.
create or replace function store_results(results json)
returns table (
  id uuid, webhook_id uuid, is_half_open boolean, is_slow boolean, failures integer, last_delivery_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  -- With a wait for the disk (8 ms) an endpoint got 200 deliveries/s. A crash loses 0.6 s of results, which are sent again.
  perform set_config('synchronous_commit', 'off', true);
  -- With forget_responses of these workspaces: either it sees the answers that are stored here, or this sees that their events are gone.
  perform pg_advisory_xact_lock_shared(7310, hashtext(workspace_id))
    from (select distinct workspace_id from json_to_recordset(results) as r(workspace_id text) order by workspace_id) r;

  -- Pauses endpoints before their slots become free: a pause in a later transaction let another process send the next
  -- delivery. Only attempts with their lease pause: the subscription may have been enabled again.
  with pause as (
    select webhook_id, url, max(pause_ms) as pause_ms
      from json_to_recordset(results) as r(
             id uuid, webhook_id uuid, lease_token uuid, url text, pause_ms double precision)
     where pause_ms is not null
       and exists (select from delivery d
                    where d.webhook_id = r.webhook_id and d.id = r.id and d.lease_token = r.lease_token)
     group by webhook_id, url),
  -- All processes lock endpoints in the order of their ids.
  locked as materialized (
    select w.id, p.pause_ms from pause p join webhook w on w.id = p.webhook_id and w.url = p.url
     order by w.id for no key update of w)
  update webhook w set paused_until = greatest(w.paused_until, now() + make_interval(secs => l.pause_ms / 1000))
    from locked l where w.id = l.id;

  return query
  with result as materialized (
    select * from json_to_recordset(results) as r(
      id uuid, webhook_id uuid, event_id uuid, day date, lease_token uuid, trigger text,
      started_at timestamptz, duration_ms integer,
      status_code integer, error text, response_snippet text, request_headers jsonb,
      status smallint, wait_ms double precision, attempts_used smallint)),
  logged as (
    insert into attempt
           (delivery_id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers)
    select id, started_at, trigger, duration_ms, status_code, error,
           case when response_snippet <> '' and exists (
                  select from event e
                   where e.day = r.day and e.id = r.event_id and not e.is_redacted)
                then response_snippet else '' end,
           request_headers from result r),
  -- Locks deliveries by subscription and id, like cancel_deliveries; the lateral join keeps that order. With a condition on
  -- the status too, the planner searched all deliveries in flight for each row.
  held as materialized (
    select r.* from (select * from result order by webhook_id, id) r cross join lateral (
      select from delivery d where d.webhook_id = r.webhook_id and d.id = r.id and d.lease_token = r.lease_token
         for update) locked),
  removed as (
    delete from delivery d using held h where d.webhook_id = h.webhook_id and d.id = h.id and h.status > 1
    returning d.*, h.status as outcome, h.error),
  completed as (
    insert into completed_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
           attempts_made, last_error, created_at)
    select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, outcome, attempts_made + 1, error,
           created_at from removed
    returning id, webhook_id),
  retried as (
    update delivery d set status = 0, due_at = now() + make_interval(secs => h.wait_ms / 1000), attempts_used = h.attempts_used,
           trigger = 'schedule', attempts_made = d.attempts_made + 1, lease_token = null, last_error = h.error
      from held h where d.webhook_id = h.webhook_id and d.id = h.id and h.status = 0
    returning d.id, d.webhook_id)
  select moved.id, moved.webhook_id, w.is_half_open, w.is_slow, w.failures, w.last_delivery_at
    from (select id, webhook_id from completed union all select id, webhook_id from retried) moved
    join webhook w on w.id = moved.webhook_id;
end $$;
