-- Adds entries to both tables, none where a visible one is as early: that is locked, so that no claim removes it. Nobody
-- waits, since both sides skip what is locked. One that has been due for a second is not shared, or it would be the first
-- forever.
create or replace function wake_endpoints(webhooks uuid[], wake_times timestamptz[]) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  with wanted as materialized (
    select w.workspace_id, w.id, w.is_slow or w.failures >= 3 as is_slow, wanted.wake_at
      from unnest(webhooks, wake_times) as wanted(id, wake_at)
     cross join lateral (select * from webhook where webhook.id = wanted.id offset 0) w
     where w.status = 'enabled' and wanted.wake_at is not null),
  endpoint as (
    insert into endpoint_wakeup (workspace_id, webhook_id, is_slow, wake_at)
    select workspace_id, id, is_slow, wake_at from wanted
     where not exists (
       select from endpoint_wakeup e
        where e.webhook_id = wanted.id and e.is_slow = wanted.is_slow and e.wake_at <= wanted.wake_at
          and e.wake_at > now() - interval '1 second'
          for key share skip locked))
  insert into workspace_wakeup (workspace_id, is_slow, wake_at)
  select workspace_id, is_slow, wake_at from (
    select workspace_id, is_slow, min(wake_at) as wake_at from wanted group by workspace_id, is_slow) first
   where not exists (
     select from workspace_wakeup w
      where w.workspace_id = first.workspace_id and w.is_slow = first.is_slow and w.wake_at <= first.wake_at
        and w.wake_at > now() - interval '1 second'
        for key share skip locked);
end $$;

-- For claims: replaces the due entries of endpoints in one pool by one for their next time, or none for null, and those of
-- their workspaces. Entries on which an uncommitted write relies stay. Returns how many were removed.
create or replace function reschedule_endpoints(webhooks uuid[], next_times timestamptz[], workspaces uuid[],
  slow_pool boolean) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  endpoints_removed integer;
  workspaces_removed integer;
begin
  delete from endpoint_wakeup where ctid = any(array(
    select due.ctid from unnest(webhooks) as e(id) cross join lateral (
      select ctid from endpoint_wakeup where webhook_id = e.id and is_slow = slow_pool and wake_at <= now()
         for update skip locked) due));
  get diagnostics endpoints_removed = row_count;
  delete from workspace_wakeup where ctid = any(array(
    select due.ctid from unnest(workspaces) as w(id) cross join lateral (
      select ctid from workspace_wakeup where workspace_id = w.id and is_slow = slow_pool and wake_at <= now()
         for update skip locked) due));
  get diagnostics workspaces_removed = row_count;
  perform wake_endpoints(webhooks, next_times);
  insert into workspace_wakeup (workspace_id, is_slow, wake_at)
  select w.id, slow_pool, greatest(first.wake_at, now()) from unnest(workspaces) as w(id)
   cross join lateral (
     select wake_at from endpoint_wakeup e where e.workspace_id = w.id and e.is_slow = slow_pool
      order by wake_at limit 1) first
   where not exists (
     select from workspace_wakeup x
      where x.workspace_id = w.id and x.is_slow = slow_pool and x.wake_at <= greatest(first.wake_at, now()));
  return endpoints_removed + workspaces_removed;
end $$;
