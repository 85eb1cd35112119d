-- The smallest uuid v7 of an instant, as `firstUuidAt` of libs/runtime.
create or replace function first_uuid_at(instant timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Attaches a partition with the values from `low` to `high`, unless the default partition holds such values.
create or replace function add_event_partition(parent text, name text, key text, low text, high text) returns void
language plpgsql as $$
declare
  is_taken boolean;
begin
  if to_regclass(quote_ident(name)) is not null then return; end if;
  execute format('select exists (select from %I where %I >= %L and %I < %L)', parent || '_default', key, low, key, high)
    into is_taken;
  if is_taken then return; end if;
  execute format('create table %I (like %I including all)', name, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, low, high);
end $$;

-- Whether processed-event records are needed, however old: a replayed dead letter must not repeat effects of others.
create or replace function has_open_dead_letter(low uuid, high uuid) returns boolean language sql stable as $$
  select exists (select from dead_letter where replayed_at is null and message_id >= low and message_id < high)
$$;

create or replace function create_event_partitions(instant timestamptz default clock_timestamp()) returns void
language plpgsql set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  hour timestamptz;
  day timestamptz;
begin
  perform pg_advisory_xact_lock(7307, hashtext(current_schema() || '/events'));
  for hour in select date_trunc('hour', instant) + n * interval '1 hour' from generate_series(0, 3) n loop
    perform add_event_partition('outbox', 'outbox_' || to_char(hour, 'YYYYMMDDHH24'), 'occurred_at',
      hour::text, (hour + interval '1 hour')::text);
  end loop;
  for day in select date_trunc('day', instant) + n * interval '1 day' from generate_series(-1, 2) n loop
    perform add_event_partition('processed_event', 'processed_event_' || to_char(day, 'YYYYMMDD'), 'message_id',
      first_uuid_at(day)::text, first_uuid_at(day + interval '1 day')::text);
  end loop;
end $$;

-- Drops the oldest partition of which nothing is needed, and returns its name, or null: of the outbox after a day, of
-- processed events seven days after the last was received. One per call, because writers wait behind the exclusive lock.
create or replace function drop_event_partition(instant timestamptz default clock_timestamp()) returns text
language plpgsql set lock_timeout = '100ms' set timezone = 'UTC' as $$
declare
  partition text;
  low timestamptz;
  high timestamptz;
  is_needed boolean;
begin
  for partition in
    select relid::regclass::text from pg_partition_tree('outbox') where isleaf and relid::regclass::text ~ '_\d{10}$' order by 1
  loop
    low := to_timestamp(right(partition, 10), 'YYYYMMDDHH24');
    high := low + interval '1 hour';
    exit when high > instant - interval '1 day';
    if not exists (select from outbox_queue where occurred_at >= low and occurred_at < high) then
      execute 'drop table ' || partition;
      return partition;
    end if;
  end loop;
  for partition in
    select relid::regclass::text from pg_partition_tree('processed_event') where isleaf and relid::regclass::text ~ '_\d{8}$' order by 1
  loop
    low := to_timestamp(right(partition, 8), 'YYYYMMDD');
    high := low + interval '1 day';
    exit when high > instant - interval '7 days';
    execute format('select exists (select from %s where received_at >= %L)', partition, instant - interval '7 days')
      into is_needed;
    if not is_needed and not has_open_dead_letter(first_uuid_at(low), first_uuid_at(high)) then
      execute 'drop table ' || partition;
      return partition;
    end if;
  end loop;
  return null;
end $$;

select create_event_partitions();
