-- Cancels some deliveries of a subscription that is disabled or gone; answers how many. The lock is the one that
-- storing takes, so nobody enables it meanwhile: what comes then is not to be cancelled.
create or replace function cancel_deliveries(webhook uuid, at_most integer) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  cancelled integer;
begin
  perform from webhook w where w.id = $1 for key share;
  if exists (select from webhook w where w.id = $1 and w.status = 'enabled') then
    return 0;
  end if;
  with ended as (
    delete from delivery d using (
      select id from delivery where webhook_id = $1 order by id limit at_most for update) chosen
     where d.webhook_id = $1 and d.id = chosen.id
    returning d.*),
  settled as (
    insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
           attempts_made, last_error, created_at)
    select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, 4, attempts_made, last_error,
           created_at from ended
    returning 1)
  select count(*) into cancelled from settled;
  return cancelled;
end $$;
