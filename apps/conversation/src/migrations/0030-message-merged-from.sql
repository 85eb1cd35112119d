-- The conversation that a message was in when this was merged into another one: it goes back there if the merge is undone.
alter table message add column merged_from uuid;
-- For what the connectors of merged conversations receive.
create index merged_conversation_external_key on merged_conversation
  (workspace_id, mode, (record->>'connection_id'), (record->>'external_key')) where record->>'external_key' is not null;
