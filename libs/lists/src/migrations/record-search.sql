-- The service defines `{{record}}_search_vector`. When it changes, stored words must be computed again.

-- Words are written in the transaction that writes the record, by triggers: a seed or a repair is found too.
create or replace function sync_{{record}}_search() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into {{record}}_search (workspace_id, mode, created_at, id, part, words)
    values (new.workspace_id, new.mode, new.created_at, new.id, new.id, {{record}}_search_vector(new));
  elsif tg_op = 'UPDATE' then
    update {{record}}_search set words = {{record}}_search_vector(new)
     where workspace_id = new.workspace_id and mode = new.mode and created_at = new.created_at
       and id = new.id and part = new.id;
  else
    delete from {{record}}_search
     where workspace_id = old.workspace_id and mode = old.mode and created_at = old.created_at and id = old.id;
  end if;
  return null;
end $$;

create or replace trigger {{record}}_search_insert after insert on {{record}} for each row execute function sync_{{record}}_search();
create or replace trigger {{record}}_search_update
  after update of {{columns}} on {{record}} for each row
  when (({{old.columns}}) is distinct from ({{new.columns}}))
  execute function sync_{{record}}_search();
create or replace trigger {{record}}_search_delete after delete on {{record}} for each row execute function sync_{{record}}_search();
