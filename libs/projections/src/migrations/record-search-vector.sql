-- The search words of a record that belongs to a contact and has tags, such as a ticket.
create or replace function record_search_vector(
  workspace_id uuid, mode text, id uuid, contact_id uuid, subject text, more text, tags text[], custom_fields jsonb) returns tsvector
language plpgsql set search_path from current as $$
#variable_conflict use_variable
declare
  scope text := search_scope(workspace_id, mode);
  contact_name text; contact_email text; contact_phone text; vector tsvector;
begin
  -- Locked, so that a rename that commits meanwhile finds the record, or the record the new name.
  if contact_id is not null then
    select c.name, c.email, concat_ws(E'\u001f', replace(c.phone, E'\u001f', ' '), regexp_replace(c.phone, '\D+', '', 'g'), c.phone_e164,
      c.phone_national)
      into contact_name, contact_email, contact_phone from contact_projection c
     where c.workspace_id = record_search_vector.workspace_id and c.mode = record_search_vector.mode
       and c.id = contact_id for share;
  end if;
  -- Short texts first: positions end at 16,383, and phrases beyond are not found.
  vector := setweight(search_vector(scope, coalesce(replace(subject, E'\u001f', ' '), '')), 'A')
    || search_vector(scope, E'\u001f' || concat_ws(E'\u001f', replace(contact_name, E'\u001f', ' '),
      replace(contact_email, E'\u001f', ' '), contact_phone, replace(more, E'\u001f', ' '),
      translate(array_to_string(tags, E'\u001e'), E'\u001f\u001e', E' \u001f')))
    || search_id(scope, id);
  if tags <> '{}' then vector := vector || search_keys(scope, 'tag', array_to_string(tags, E'\u001e')); end if;
  if contact_email is not null then vector := vector || search_address(scope, contact_email); end if;
  if custom_fields <> '{}' then vector := vector || search_custom(scope, custom_fields); end if;
  return vector;
end $$;
