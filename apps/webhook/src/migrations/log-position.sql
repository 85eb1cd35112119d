-- Identifies the server, other than a restored dump or a promoted standby. In plpgsql, which keeps the plans.
create or replace function log_server(out system_identifier bigint, out timeline integer) stable language plpgsql as $$
begin
  system_identifier := (select c.system_identifier from pg_control_system() c);
  timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
end $$;

-- The first position of this server's generation, or of the next. One has 2^44: more than a server has transactions.
create or replace function log_base() returns bigint stable language plpgsql as $$
begin
  return coalesce(
    (select g.generation from log_generation g join log_server() s
         on g.system_identifier = s.system_identifier and g.timeline = s.timeline),
    (select max(g.generation) + 1 from log_generation g),
    0)::bigint << 44;
end $$;

-- The position of the events that the current transaction logs.
create or replace function log_position() returns bigint volatile language plpgsql as $$
begin
  if not exists (select from log_generation g join log_server() s
                     on g.system_identifier = s.system_identifier and g.timeline = s.timeline) then
    -- Another transaction that begins the same generation is waited for.
    insert into log_generation
      select coalesce((select max(g.generation) + 1 from log_generation g), 0), s.system_identifier, s.timeline
        from log_server() s
      on conflict do nothing;
  end if;
  return log_base() + pg_current_xact_id()::text::bigint;
end $$;
