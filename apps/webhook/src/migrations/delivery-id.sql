-- The id of an event's delivery to a subscription: a UUIDv7 with the time of the event. Because it is derived, an event
-- that is received twice conflicts with the primary key.
create or replace function delivery_id(event uuid, subscription uuid) returns uuid language sql immutable as $$
  select (left(event::text, 13) || '-7' || left(hash, 3) || '-a' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
    from md5(event::text || subscription::text) hash
$$;
