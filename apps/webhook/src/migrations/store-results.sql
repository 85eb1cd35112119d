-- Stores attempts and what follows from each. Only the holder of the lease moves a delivery; an attempt that ended
-- after its lease is still logged. Answers what was moved, with the health of its endpoint before: that is written
-- by a statement of its own, and seldom, because a write per delivery would bloat the few hot rows of that table.
-- A wait begins here, by this clock: those of the processes differ.
create or replace function store_results(results json)
returns table (
  id uuid, webhook_id uuid, is_proven boolean, is_slow boolean, failures integer, last_delivery_at timestamptz)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  with result as materialized (
    select * from json_to_recordset(results) as r(
      id uuid, webhook_id uuid, lease_token uuid, trigger text, started_at timestamptz, duration_ms integer,
      status_code integer, error text, response_snippet text, request_headers jsonb,
      status smallint, wait_ms double precision, attempts_used smallint)),
  logged as (
    insert into attempt
           (delivery_id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers)
    select id, started_at, trigger, duration_ms, status_code, error, response_snippet, request_headers from result),
  -- The results whose lease holds. Their deliveries are locked in one order: who cancels a queue locks them in this
  -- order too, and results come as they ended. Lateral, because a join would be free to reorder. Only
  -- what is in flight has a token; asked for its status as well, each row was looked for among all those in flight.
  held as materialized (
    select r.* from (select * from result order by webhook_id, id) r cross join lateral (
      select from delivery d where d.webhook_id = r.webhook_id and d.id = r.id and d.lease_token = r.lease_token
         for update) locked),
  ended as (
    delete from delivery d using held h where d.webhook_id = h.webhook_id and d.id = h.id and h.status > 1
    returning d.*, h.status as outcome, h.error),
  settled as (
    insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
           attempts_made, last_error, created_at)
    select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, outcome, attempts_made + 1, error,
           created_at from ended),
  again as (
    update delivery d set status = 0, due_at = now() + make_interval(secs => h.wait_ms / 1000), attempts_used = h.attempts_used,
           trigger = 'schedule', attempts_made = d.attempts_made + 1, lease_token = null, last_error = h.error
      from held h where d.webhook_id = h.webhook_id and d.id = h.id and h.status = 0
    returning d.id, d.webhook_id)
  select moved.id, moved.webhook_id, w.is_proven, w.is_slow, w.failures, w.last_delivery_at
    from (select o.id, o.webhook_id from ended o union all select a.id, a.webhook_id from again a) moved
    join webhook w on w.id = moved.webhook_id;
end $$;
