-- migration: outside-transaction
create index concurrently conversation_of_mailbox on conversation (workspace_id, mode, mailbox_id, created_at, id)
  where mailbox_id is not null;
