-- As in count-rows.sql, by title.
create or replace function count_rows_by_title() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, tg_table_name, title, pg_backend_pid() % 32,
      sum(case tg_op when 'INSERT' then 1 else -1 end)
    from changed_rows group by 1, 2, 4 order by 1, 2, 4
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_title_change() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, tg_table_name, key, pg_backend_pid() % 32, sum(n)
    from (values (new.workspace_id, new.mode, new.title, 1), (old.workspace_id, old.mode, old.title, -1))
      as changed (workspace_id, mode, key, n)
   group by 1, 2, 4 order by 1, 2, 4
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace trigger note_count_insert after insert on note
  referencing new table as changed_rows for each statement execute function count_rows_by_title();
create or replace trigger note_count_delete after delete on note
  referencing old table as changed_rows for each statement execute function count_rows_by_title();
create or replace trigger note_count_update after update of title on note for each row
  when (old.title is distinct from new.title) execute function count_title_change();
