-- One event has one delivery for a subscription, and this is its id: a UUIDv7 of the event's time.
create or replace function delivery_id(event uuid, subscription uuid) returns uuid language sql immutable as $$
  select (left(event::text, 13) || '-7' || left(hash, 3) || '-a' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
    from md5(event::text || subscription::text) hash
$$;
