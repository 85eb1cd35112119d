-- Search words of records are computed anew with the name, address or number of their contact, the rest by `reindex_next`.

create or replace function reindex_changed_contact() returns trigger language plpgsql set search_path from current as $$
begin
  -- From the newest record on; more than 200 would keep the event's transaction open for long.
  perform reindex_contact(new, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 200);
  return null;
end $$;

create or replace trigger reindex_inserted_contact after insert on contact_projection
  for each row execute function reindex_changed_contact();
create or replace trigger reindex_updated_contact after update of name, email, phone, phone_e164 on contact_projection
  for each row when ((old.name, old.email, old.phone, old.phone_e164) is distinct from (new.name, new.email, new.phone, new.phone_e164))
  execute function reindex_changed_contact();

-- Reindexes more records of a queued contact that no other process works on; returns whether there was one.
create or replace function reindex_next(max_records integer) returns boolean
language plpgsql set search_path from current as $$
declare
  contact contact_projection; at timestamptz; before uuid;
begin
  select c.* from reindex_queue q
    join contact_projection c on c.workspace_id = q.workspace_id and c.mode = q.mode and c.id = q.contact_id
   limit 1 for no key update of c skip locked into contact;
  if not found then return false; end if;
  -- Read again, now that the contact is locked.
  select before_at, before_id from reindex_queue
   where workspace_id = contact.workspace_id and mode = contact.mode and contact_id = contact.id into at, before;
  if found then perform reindex_contact(contact, at, before, max_records); end if;
  return true;
end $$;
