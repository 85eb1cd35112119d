-- What the running transactions of this service, by its login, leave open. Who reads this and then a table sees everything
-- that is committed with an id before `next_id`, and by transactions that began before `since`
-- (docs/adr/0012-lists-at-any-size.md). The role is given up, because it sees times of itself alone. In plpgsql, which keeps
-- the plan.
create or replace function running_transactions(out next_id bigint, out since timestamptz)
  language plpgsql stable set role = 'none' as $$
begin
  -- Before the sessions are read: a transaction that they do not show has ended by then, or gets a greater id.
  next_id := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  -- Sessions show 32 bits of an id; what lies between two of them fits.
  select least(next_id, min(next_id - ((next_id - backend_xid::text::bigint + 2147483648 & 4294967295) - 2147483648))),
         least(statement_timestamp(), min(xact_start))
    into next_id, since
    from pg_stat_activity
   where backend_xid is not null and pid <> pg_backend_pid()
     and datid = (select oid from pg_database where datname = current_database())
     and usesysid = (select oid from pg_roles where rolname = session_user);
end $$;
