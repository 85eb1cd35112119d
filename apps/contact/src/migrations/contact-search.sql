-- The search words of a contact (docs/adr/0011-search.md). When this function changes, those that are stored must be computed
-- again.
create or replace function contact_search_vector(t contact) returns tsvector language plpgsql set search_path from current as $$
declare
  scope text := search_scope(t.workspace_id, t.mode);
  vector tsvector;
begin
  -- Short texts first: positions end at 16,383, and phrases beyond are not found. The digits of a phone number are also one
  -- word, because nobody knows how it was grouped.
  vector := setweight(search_vector(scope, coalesce(replace(t.name, E'\u001f', ' '), '')), 'A')
    || search_vector(scope, E'\u001f' || concat_ws(E'\u001f', replace(t.email, E'\u001f', ' '),
      replace(t.phone, E'\u001f', ' '), replace(regexp_replace(t.phone, '\D+', '', 'g'), E'\u001f', ' '),
      replace(t.company, E'\u001f', ' ')));
  -- An address is found by its beginning and, reversed, by its end.
  if t.email is not null then
    vector := vector || search_keys(scope, 'email', t.email)
      || search_keys(scope, 'email_reversed', reverse(search_fold(t.email)));
  end if;
  if t.custom_fields <> '{}' then vector := vector || search_custom(scope, t.custom_fields); end if;
  return vector;
end $$;

-- Words are written in the transaction that writes the record, by triggers: a seed or a repair is found too.
create or replace function sync_contact_search() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_search (workspace_id, mode, created_at, id, part, words)
    values (new.workspace_id, new.mode, new.created_at, new.id, new.id, contact_search_vector(new));
  elsif tg_op = 'UPDATE' then
    update contact_search set words = contact_search_vector(new)
     where workspace_id = new.workspace_id and mode = new.mode and created_at = new.created_at
       and id = new.id and part = new.id;
  else
    delete from contact_search
     where workspace_id = old.workspace_id and mode = old.mode and created_at = old.created_at and id = old.id;
  end if;
  return null;
end $$;

create or replace trigger contact_search_insert after insert on contact for each row execute function sync_contact_search();
create or replace trigger contact_search_update
  after update of name, email, phone, company, custom_fields on contact for each row
  when ((old.name, old.email, old.phone, old.company, old.custom_fields)
    is distinct from (new.name, new.email, new.phone, new.company, new.custom_fields))
  execute function sync_contact_search();
create or replace trigger contact_search_delete after delete on contact for each row execute function sync_contact_search();
