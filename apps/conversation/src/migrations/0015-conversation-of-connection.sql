-- migration: outside-transaction
create index concurrently conversation_of_connection on conversation (workspace_id, mode, connection_id, created_at, id)
  where connection_id is not null;
