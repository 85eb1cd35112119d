-- migration: outside-transaction
create unique index concurrently conversation_external_key on conversation
  (workspace_id, mode, connection_id, external_key) where external_key is not null;
