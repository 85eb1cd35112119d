-- How many bytes the files of each tenant have, kept in row_count (count-rows.sql) by the transactions that change them. An
-- upload counts from when all its bytes are stored.

create or replace function count_stored_bytes() returns trigger language plpgsql set search_path from current as $$
declare
  before bigint := case tg_op when 'INSERT' then 0 else old.size end;
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  values (new.workspace_id, new.mode, 'file', 'bytes', pg_backend_pid() % 32, new.size - before)
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_removed_bytes() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, 'file', 'bytes', pg_backend_pid() % 32, -sum(size)
    from changed_rows group by 1, 2 order by 1, 2
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger file_bytes_insert after insert on file for each row
  when (new.size > 0) execute function count_stored_bytes();
create or replace trigger file_bytes_update after update of size on file for each row
  when (old.size is distinct from new.size) execute function count_stored_bytes();
create or replace trigger file_bytes_delete after delete on file
  referencing old table as changed_rows for each statement execute function count_removed_bytes();
