-- migration: outside-transaction
create unique index concurrently message_external_key on message
  (workspace_id, mode, connection_id, external_key) where external_key is not null;
