-- Identifies the server, other than a restored dump or a promoted standby. In plpgsql, which keeps the plans.
create or replace function log_server(out system_identifier bigint, out timeline integer) stable language plpgsql as $$
begin
  system_identifier := (select c.system_identifier from pg_control_system() c);
  timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
end $$;

-- The first position of the last generation, if this server began it, or of the next. One has 2^44: more than a server has
-- transactions. A server on which a dump of another is restored that had its own begins another one.
create or replace function log_base() returns bigint stable language plpgsql as $$
begin
  return coalesce(
    (select g.generation + case when (g.system_identifier, g.timeline) = (s.system_identifier, s.timeline) then 0 else 1 end
       from log_generation g, log_server() s order by g.generation desc limit 1),
    0)::bigint << 44;
end $$;

-- The position of the events that the current transaction logs.
create or replace function log_position() returns bigint volatile language plpgsql as $$
begin
  if not exists (select from log_generation where generation::bigint << 44 = log_base()) then
    -- Another transaction that begins the same generation is waited for.
    perform pg_advisory_xact_lock(7312, hashtext(current_schema()));
    insert into log_generation
      select log_base() >> 44, s.system_identifier, s.timeline from log_server() s
       where not exists (select from log_generation where generation::bigint << 44 = log_base())
      on conflict (system_identifier, timeline) do update set generation = excluded.generation;
  end if;
  return log_base() + pg_current_xact_id()::text::bigint;
end $$;
