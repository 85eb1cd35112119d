-- Every delivery that is known, whatever its state: for those who look at it.
create or replace view delivery_record as
  select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
         false as is_test, created_at, due_at, null::timestamptz as settled_at from delivery
  union all
  select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
         is_test, created_at, null, settled_at from settled_delivery;
