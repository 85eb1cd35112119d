-- Fails the oldest pending deliveries of a subscription above a limit; returns how many. Each process counts again.
create or replace function fail_oldest_deliveries(webhook uuid, max_pending integer, batch_size integer) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  failed integer;
begin
  perform pg_advisory_xact_lock(7308, hashtext(current_schema() || '/' || webhook));
  with removed as (
    delete from delivery d where d.webhook_id = $1 and d.id = any(array(
      select id from delivery where webhook_id = $1 and status = 0 order by position
       limit (select least(greatest(count(*) - max_pending, 0), batch_size)
                from delivery where webhook_id = $1 and status = 0)
         for update skip locked))
    returning d.*)
  insert into completed_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
         attempts_made, last_error, created_at)
  select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, 3, attempts_made, 'overflow',
         created_at from removed;
  get diagnostics failed = row_count;
  return failed;
end $$;
