-- The search words of a message belong to the conversation that it is in (docs/adr/0011-search.md).
create or replace function move_message_search() returns trigger language plpgsql set search_path from current as $$
begin
  update conversation_search s set created_at = next.created_at, id = next.id
    from conversation before, conversation next
   where before.workspace_id = old.workspace_id and before.mode = old.mode and before.id = old.conversation_id
     and next.workspace_id = new.workspace_id and next.mode = new.mode and next.id = new.conversation_id
     and s.workspace_id = before.workspace_id and s.mode = before.mode and s.created_at = before.created_at
     and s.id = before.id and s.part = new.id;
  return null;
end $$;
create or replace trigger message_search_move after update of conversation_id on message
  for each row when (old.conversation_id is distinct from new.conversation_id) execute function move_message_search();
