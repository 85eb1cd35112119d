-- The search words of a conversation (docs/adr/0011-search.md). When this function changes, those that are stored must be computed
-- again.
create or replace function conversation_search_vector(t conversation) returns tsvector language plpgsql set search_path from current as $$
declare
  scope text := search_scope(t.workspace_id, t.mode);
  contact_name text; contact_email text; vector tsvector;
begin
  -- Locked, so that a rename that commits meanwhile finds the record, or the record the new name.
  if t.contact_id is not null then
    select c.name, c.email into contact_name, contact_email from contact_projection c
     where c.workspace_id = t.workspace_id and c.mode = t.mode and c.id = t.contact_id for share;
  end if;
  -- Short texts first: positions end at 16,383, and phrases beyond are not found.
  vector := setweight(search_vector(scope, coalesce(replace(t.subject, E'\u001f', ' '), '')), 'A')
    || search_vector(scope, E'\u001f' || concat_ws(E'\u001f', replace(contact_name, E'\u001f', ' '),
      replace(contact_email, E'\u001f', ' '),
      translate(array_to_string(t.tags, E'\u001e'), E'\u001f\u001e', E' \u001f')));
  if t.tags <> '{}' then vector := vector || search_keys(scope, 'tag', array_to_string(t.tags, E'\u001e')); end if;
  -- An address is found by its beginning and, reversed, by its end.
  if contact_email is not null then
    vector := vector || search_keys(scope, 'email', contact_email)
      || search_keys(scope, 'email_reversed', reverse(search_fold(contact_email)));
  end if;
  if t.custom_fields <> '{}' then vector := vector || search_custom(scope, t.custom_fields); end if;
  return vector;
end $$;

-- Words are written in the transaction that writes the record, by triggers: a seed or a repair is found too.
create or replace function sync_conversation_search() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into conversation_search (workspace_id, mode, created_at, id, part, words)
    values (new.workspace_id, new.mode, new.created_at, new.id, new.id, conversation_search_vector(new));
  elsif tg_op = 'UPDATE' then
    update conversation_search set words = conversation_search_vector(new)
     where workspace_id = new.workspace_id and mode = new.mode and created_at = new.created_at
       and id = new.id and part = new.id;
  else
    delete from conversation_search
     where workspace_id = old.workspace_id and mode = old.mode and created_at = old.created_at and id = old.id;
  end if;
  return null;
end $$;

create or replace trigger conversation_search_insert after insert on conversation for each row execute function sync_conversation_search();
create or replace trigger conversation_search_update
  after update of subject, tags, custom_fields, contact_id on conversation for each row
  when ((old.subject, old.tags, old.custom_fields, old.contact_id)
    is distinct from (new.subject, new.tags, new.custom_fields, new.contact_id))
  execute function sync_conversation_search();
create or replace trigger conversation_search_delete after delete on conversation for each row execute function sync_conversation_search();

-- The beginning of a message is searched: each word is an entry of the index.
create or replace function insert_message_search() returns trigger language plpgsql set search_path from current as $$
begin
  insert into conversation_search (workspace_id, mode, created_at, id, part, words)
  select workspace_id, mode, created_at, id, new.id,
      search_vector(search_scope(workspace_id, mode), replace(left(new.body, 32768), E'\u001f', ' '))
    from conversation
   where workspace_id = new.workspace_id and mode = new.mode and id = new.conversation_id;
  return null;
end $$;
create or replace trigger message_search_insert after insert on message
  for each row execute function insert_message_search();

create or replace function remove_message_search() returns trigger language plpgsql set search_path from current as $$
begin
  delete from conversation_search s using conversation c
   where c.workspace_id = new.workspace_id and c.mode = new.mode and c.id = new.conversation_id
     and s.workspace_id = c.workspace_id and s.mode = c.mode and s.created_at = c.created_at and s.id = c.id
     and s.part = new.id;
  return null;
end $$;
create or replace trigger message_search_redact after update of redacted_at on message
  for each row when (old.redacted_at is null and new.redacted_at is not null) execute function remove_message_search();
