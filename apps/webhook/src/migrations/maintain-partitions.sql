-- Creates daily partitions from yesterday to `ahead` days on, and drops those older than `keep` days unless their day is
-- `used_from` or later. Partitions are attached, which does not block writers; a drop waits for readers, up to lock_timeout.
create or replace function maintain_partitions(parent text, today date, keep integer, ahead integer, used_from date default null)
returns void language plpgsql set lock_timeout = '2s' as $$
declare
  partition text;
  day date;
begin
  perform pg_advisory_xact_lock(7307, hashtext(current_schema() || '/' || parent));
  for day in select generate_series(today - 1, today + ahead, interval '1 day')::date loop
    partition := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(quote_ident(partition)) is null then
      execute format('create table %I (like %I including all)', partition, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, partition, day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
    end if;
  end loop;
  for partition in
    select relid::text from pg_partition_tree(parent::regclass) where isleaf and relid::text ~ '_\d{8}$'
  loop
    day := to_date(right(partition, 8), 'YYYYMMDD');
    if day < today - keep and day < coalesce(used_from, day + 1) then
      execute 'drop table ' || partition;
    end if;
  end loop;
end $$;

-- Partitions of later days are created by the service.
select maintain_partitions(parent, current_date, 36500, 7)
  from unnest(array['event', 'event_log', 'completed_delivery', 'attempt']) parent;
