-- Computes the search words of a contact's newest records anew, from before a position; the rest is queued. The contact is
-- locked.
create or replace function reindex_contact(
  contact contact_projection, before_at timestamptz, before_id uuid, max_records integer) returns void
language plpgsql set search_path from current as $$
declare
  t {{record}}; reindexed integer := 0; started_at timestamptz := clock_timestamp(); is_late boolean := false;
begin
  -- One by one by the whole key: a plan for many would depend on what the tables were when it was made.
  for t in
    select * from {{record}} r
     where r.workspace_id = contact.workspace_id and r.mode = contact.mode and r.contact_id = contact.id
       and (r.created_at, r.id) < (before_at, before_id)
     order by r.created_at desc, r.id desc limit max_records
  loop
    update {{record}}_search s set words = {{record}}_search_vector(t)
     where s.workspace_id = t.workspace_id and s.mode = t.mode and s.created_at = t.created_at and s.id = t.id
       and s.part = t.id;
    reindexed := reindexed + 1;
    -- Long texts take up to half a second each, and the transaction that changes the contact waits.
    is_late := clock_timestamp() > started_at + interval '300 ms';
    exit when is_late;
  end loop;
  if is_late or reindexed = max_records then
    insert into reindex_queue values (contact.workspace_id, contact.mode, contact.id, t.created_at, t.id)
    on conflict (workspace_id, mode, contact_id) do update
      set before_at = excluded.before_at, before_id = excluded.before_id;
  else
    delete from reindex_queue
     where workspace_id = contact.workspace_id and mode = contact.mode and contact_id = contact.id;
  end if;
end $$;
