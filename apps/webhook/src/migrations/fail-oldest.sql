-- Fails some of the oldest deliveries that wait for a subscription, down to as many as it may have; answers how many.
-- Processes find the same queue too long at the same moment: each counts anew what those before it have left.
create or replace function fail_oldest(webhook uuid, keep integer, at_most integer) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  failed integer;
begin
  perform pg_advisory_xact_lock(7308, hashtext(current_schema() || '/' || webhook));
  with ended as (
    delete from delivery d using (
      select id from delivery where webhook_id = $1 and status = 0 order by position
       limit (select least(greatest(count(*) - keep, 0), at_most) from delivery where webhook_id = $1 and status = 0)
         for update skip locked) chosen
     where d.webhook_id = $1 and d.id = chosen.id
    returning d.*),
  settled as (
    insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
           attempts_made, last_error, created_at)
    select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, 3, attempts_made, 'overflow',
           created_at from ended
    returning 1)
  select count(*) into failed from settled;
  return failed;
end $$;
