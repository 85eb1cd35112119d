create or replace view delivery_log as
  select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
         false as is_test, created_at, due_at, null::timestamptz as completed_at from delivery
  union all
  select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
         is_test, created_at, null, completed_at from completed_delivery;
