-- The id of a delivery: a UUIDv7 with the time of the event. Derived, so that an event received twice conflicts with the key.
create or replace function delivery_id(event uuid, subscription uuid) returns uuid language sql immutable as $$
  select (left(event::text, 13) || '-7' || left(hash, 3) || '-a' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
    from md5(event::text || subscription::text) hash
$$;
