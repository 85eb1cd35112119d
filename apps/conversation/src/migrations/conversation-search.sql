-- The search words of a conversation (docs/adr/0011-search.md): its own, and those of its messages.
create or replace function conversation_search_vector(t conversation) returns tsvector
  language plpgsql set search_path from current as $$
begin
  return record_search_vector(t.workspace_id, t.mode, t.id, t.contact_id, concat_ws(' ', t.subject, t.number), t.external_id, t.tags, t.custom_fields);
end $$;

-- The beginning of a message is searched: each word is an entry of the index.
create or replace function insert_message_search() returns trigger language plpgsql set search_path from current as $$
begin
  insert into conversation_search (workspace_id, mode, created_at, id, part, words)
  select workspace_id, mode, created_at, id, new.id,
      search_vector(search_scope(workspace_id, mode), concat_ws(E'\u001f', replace(new.external_id, E'\u001f', ' '),
        replace(left(new.body, 32768), E'\u001f', ' ')))
        || search_id(search_scope(workspace_id, mode), new.id)
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
-- In the order of their names: the words of the former text go before those of the new one come.
create or replace trigger message_search_edit_1 after update of body on message
  for each row when (old.body is distinct from new.body and new.redacted_at is null) execute function remove_message_search();
create or replace trigger message_search_edit_2 after update of body on message
  for each row when (old.body is distinct from new.body and new.redacted_at is null) execute function insert_message_search();
