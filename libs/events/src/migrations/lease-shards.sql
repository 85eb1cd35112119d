-- Renews the leases of a relay, and gives it its part of the shards: all live relays get the same number, rounded up. Shards
-- above that part are released if they are in `idle`. Free shards and those of expired leases are taken with a new token,
-- which ends the right of the previous relay. A relay without shards gets a row without one. One call at a time.
create or replace function lease_shards(relay uuid, ttl_ms integer, idle smallint[])
returns table (shard smallint, token bigint, part integer, relays integer) language plpgsql as $$
#variable_conflict use_column
declare
  until timestamptz;
  live integer;
  target integer;
  held integer;
begin
  perform pg_advisory_xact_lock(7305, hashtext(current_schema()));
  until := clock_timestamp() + make_interval(secs => ttl_ms / 1000.0);
  delete from outbox_relay where expires_at <= clock_timestamp() and id <> relay;
  insert into outbox_relay (id, expires_at) values (relay, until) on conflict (id) do update set expires_at = until;
  select count(*) into live from outbox_relay;
  target := ceil((select count(*) from outbox_lease)::numeric / live);
  select count(*) into held from outbox_lease where relay_id = relay;
  update outbox_lease set relay_id = null where shard in (
    select shard from outbox_lease where relay_id = relay and shard = any(idle) order by shard desc
     limit greatest(0, held - target));
  update outbox_lease set expires_at = until where relay_id = relay;
  update outbox_lease set relay_id = relay, token = token + 1, expires_at = until where shard in (
    select shard from outbox_lease
     where relay_id is null or (relay_id <> relay and expires_at <= clock_timestamp())
     order by shard limit greatest(0, target - held));
  return query
    select l.shard, l.token, target, live from (values (1)) one left join outbox_lease l on l.relay_id = relay;
end $$;
