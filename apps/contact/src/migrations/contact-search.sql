-- The search words of a contact (docs/adr/0011-search.md).
create or replace function contact_search_vector(t contact) returns tsvector language plpgsql set search_path from current as $$
declare
  scope text := search_scope(t.workspace_id, t.mode);
  vector tsvector;
begin
  -- Short texts first: positions end at 16,383, and phrases beyond are not found. A phone number is found as it was given, as
  -- it is dialled abroad and as at home.
  vector := setweight(search_vector(scope, coalesce(replace(t.name, E'\u001f', ' '), '')), 'A')
    || search_vector(scope, E'\u001f' || concat_ws(E'\u001f', replace(t.email, E'\u001f', ' '),
      replace(t.phone, E'\u001f', ' '), t.phone_digits, t.phone_e164, t.phone_national,
      replace(t.company, E'\u001f', ' '), replace(t.external_id, E'\u001f', ' ')))
    || search_id(scope, t.id);
  if t.email is not null then vector := vector || search_address(scope, t.email); end if;
  if t.custom_fields <> '{}' then vector := vector || search_custom(scope, t.custom_fields); end if;
  return vector;
end $$;
