create or replace function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 day' then return old; end if;
  -- Those of a workspace that is deleted as a whole.
  if tg_op = 'DELETE' and old.workspace_id::text = current_setting('parley.erased_workspace', true) then return old; end if;
  raise exception 'audit entries are only added, and pruned when they are old';
end $$;
create or replace trigger keep_audit_entry before update or delete on audit_entry
  for each row execute function keep_audit_entry();
create or replace trigger keep_audit_entries before truncate on audit_entry
  for each statement execute function keep_audit_entry();
