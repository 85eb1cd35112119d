-- migration: outside-transaction
-- The last mail of a conversation says whom the next one goes to.
create index concurrently message_mail on message (workspace_id, mode, conversation_id, created_at, id)
  where email is not null;
