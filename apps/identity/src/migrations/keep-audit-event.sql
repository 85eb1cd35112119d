create or replace function keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 day' then return old; end if;
  raise exception 'audit events are only added, and pruned when they are old';
end $$;
create or replace trigger keep_audit_event before update or delete on audit_event
  for each row execute function keep_audit_event();
create or replace trigger keep_audit_events before truncate on audit_event
  for each statement execute function keep_audit_event();
