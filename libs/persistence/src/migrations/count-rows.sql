-- Trigger functions that keep row_count, in key order: two writers would deadlock otherwise. One for each key column, because
-- dynamic SQL would be planned again. The table creates the triggers, as that of contacts does.

create or replace function count_rows() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, tg_table_name, '', pg_backend_pid() % 32,
      sum(case tg_op when 'INSERT' then 1 else -1 end)
    from changed_rows group by 1, 2 order by 1, 2
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_rows_by_status() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, tg_table_name, status, pg_backend_pid() % 32,
      sum(case tg_op when 'INSERT' then 1 else -1 end)
    from changed_rows group by 1, 2, 4 order by 1, 2, 4
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;

-- For each row: after update of status … when (old.status is distinct from new.status).
create or replace function count_status_change() returns trigger language plpgsql set search_path from current as $$
begin
  insert into row_count as c (workspace_id, mode, counted, key, slot, n)
  select workspace_id, mode, tg_table_name, key, pg_backend_pid() % 32, sum(n)
    from (values (new.workspace_id, new.mode, new.status, 1), (old.workspace_id, old.mode, old.status, -1))
      as changed (workspace_id, mode, key, n)
   group by 1, 2, 4 order by 1, 2, 4
  on conflict (workspace_id, mode, counted, key, slot) do update set n = c.n + excluded.n;
  return null;
end $$;
