-- The search words of a ticket (docs/adr/0011-search.md).
create or replace function ticket_search_vector(t ticket) returns tsvector language plpgsql set search_path from current as $$
begin
  -- The beginning of a text is searched: each word is an entry of the index, and 65,536 characters of them take half a
  -- second.
  return record_search_vector(t.workspace_id, t.mode, t.id, t.contact_id, concat_ws(' ', t.subject, t.number),
    concat_ws(E'\n', t.external_id, left(t.description, 32768)), t.tags,
    t.custom_fields);
end $$;
