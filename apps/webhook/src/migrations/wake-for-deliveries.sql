-- Triggers, so that whatever writes to the queue wakes. The search path is that of the schema, whatever the writer's is.
create or replace function wake_for_inserted_deliveries() returns trigger language plpgsql
set search_path from current as $$
begin
  perform wake_endpoints(array_agg(webhook_id), array_agg(due_at)) from (
    select webhook_id, min(due_at) as due_at from changed group by webhook_id) first;
  return null;
end $$;
create or replace trigger delivery_inserted after insert on delivery
  referencing new table as changed for each statement execute function wake_for_inserted_deliveries();

-- A delivery that was in flight leaves capacity of its endpoint to others.
create or replace function wake_for_deleted_deliveries() returns trigger language plpgsql
set search_path from current as $$
begin
  perform wake_endpoints(array_agg(webhook_id), array_agg(now())) from (
    select distinct webhook_id from changed where status = 1) freed having count(*) > 0;
  return null;
end $$;
create or replace trigger delivery_deleted after delete on delivery
  referencing old table as changed for each statement execute function wake_for_deleted_deliveries();

-- Not for claims, which only postpone the due time. First retries and manual ones pass an open circuit.
create or replace function wake_for_updated_delivery() returns trigger language plpgsql
set search_path from current as $$
begin
  perform wake_endpoints(array[new.webhook_id], array[case when old.status > new.status then now() else new.due_at end]);
  return null;
end $$;
create or replace trigger delivery_updated after update on delivery for each row
  when (old.status > new.status or new.due_at < old.due_at or new.trigger <> old.trigger
        or new.attempts_used <> old.attempts_used) execute function wake_for_updated_delivery();

-- What was queued before the triggers existed.
select wake_endpoints(array_agg(webhook_id), array_agg(current_timestamp)) from (
  select distinct webhook_id from delivery) queued having count(*) > 0;
