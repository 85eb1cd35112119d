-- The next events to publish of some shards, in order within each workspace. Workspaces take turns, one event each, and all
-- get `minimum` turns, the others up to `budget` events: a transport may end a batch early. A shard contributes up to 32
-- workspaces from `after[i]` on; a row without an event says after which one the next batch has to continue. Scans and sorts
-- of a whole shard are disabled: a plan that was made for an empty table would read all of it.
create or replace function read_outbox(shards smallint[], after uuid[], budget integer, minimum integer)
returns table (
  shard smallint, workspace_id uuid, "position" bigint, attempts integer, occurred_at timestamptz, envelope jsonb)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with recursive active (shard, workspace_id, n) as (
    select start.shard, next.workspace_id, 1
      from unnest(shards, after) as start (shard, workspace_id) cross join lateral (
        select q.workspace_id from outbox_queue q
         where q.shard = start.shard and q.workspace_id > start.workspace_id and q.due_at <= now()
         order by q.workspace_id limit 1) as next
    union all
    select active.shard, next.workspace_id, active.n + 1
      from active cross join lateral (
        select q.workspace_id from outbox_queue q
         where q.shard = active.shard and q.workspace_id > active.workspace_id and q.due_at <= now()
         order by q.workspace_id limit 1) as next
     where active.n < 32
  ), share as (
    select shard, workspace_id,
           -- Enough to fill the batch from this workspace alone, and no more than four batches from all together.
           greatest(minimum, least(budget / count(*) over (partition by workspace_id), 4 * budget / count(*) over ()) + 1) as most
      from active
  ), waiting as (
    select first.*, row_number() over (partition by share.workspace_id order by first.position) as turn
      from share cross join lateral (
        select q.shard, q.workspace_id, q.position, q.event_id, q.occurred_at, q.attempts from outbox_queue q
         where q.shard = share.shard and q.workspace_id = share.workspace_id and q.due_at <= now()
         order by q.position limit share.most) as first
  ), batch as (
    select waiting.*, row_number() over (order by turn, position) as place from waiting
  ), event as (
    select batch.shard, batch.workspace_id, batch.position, batch.attempts, batch.occurred_at, stored.envelope, batch.place
      from batch cross join lateral (
        select o.envelope from outbox o where o.id = batch.event_id and o.occurred_at = batch.occurred_at limit 1) as stored
     where turn <= minimum or place <= budget
  )
  select answer.shard, answer.workspace_id, answer.position, answer.attempts, answer.occurred_at, answer.envelope
    from (select * from event
          union all
          select active.shard, active.workspace_id, null, null, null, null, null from active where n = 32) as answer
   order by answer.place;
end $$;
