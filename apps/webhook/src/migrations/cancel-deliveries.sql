-- Cancels up to `batch_size` deliveries of a disabled or deleted subscription, which is locked meanwhile; returns how many.
create or replace function cancel_deliveries(webhook uuid, batch_size integer) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  cancelled integer;
begin
  perform from webhook w where w.id = $1 for key share;
  if exists (select from webhook w where w.id = $1 and w.status = 'enabled') then
    return 0;
  end if;
  with removed as (
    -- An array, because a joined subquery may run once for each row, and then limits nothing.
    delete from delivery d where d.webhook_id = $1 and d.id = any(array(
      select id from delivery where webhook_id = $1 order by id limit batch_size for update))
    returning d.*)
  insert into completed_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
         attempts_made, last_error, created_at)
  select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, 4, attempts_made, last_error,
         created_at from removed;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
