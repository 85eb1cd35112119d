-- Stores what became of a batch: published events leave the queue, the others are due again after `delays_ms`. Shards whose
-- lease has another token are left to their new relay. Returns how many were stored. What a crash loses is published again.
create or replace function record_outbox_results(shards smallint[], tokens bigint[], workspaces uuid[], positions bigint[],
  delays_ms double precision[], failures integer[])
returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  published integer;
  postponed integer := 0;
begin
  perform set_config('synchronous_commit', 'off', true);
  delete from outbox_queue q
    using unnest(shards, tokens, workspaces, positions, delays_ms) as result (shard, token, workspace_id, position, delay_ms)
    join outbox_lease lease on lease.shard = result.shard and lease.token = result.token
   where q.shard = result.shard and q.workspace_id = result.workspace_id and q.position = result.position
     and result.delay_ms is null;
  get diagnostics published = row_count;
  if array_remove(delays_ms, null) <> '{}' then
    update outbox_queue q set attempts = q.attempts + result.failures,
           due_at = clock_timestamp() + make_interval(secs => result.delay_ms / 1000)
      from unnest(shards, tokens, workspaces, positions, delays_ms, failures)
             as result (shard, token, workspace_id, position, delay_ms, failures)
      join outbox_lease lease on lease.shard = result.shard and lease.token = result.token
     where q.shard = result.shard and q.workspace_id = result.workspace_id and q.position = result.position
       and result.delay_ms is not null;
    get diagnostics postponed = row_count;
  end if;
  return published + postponed;
end $$;
