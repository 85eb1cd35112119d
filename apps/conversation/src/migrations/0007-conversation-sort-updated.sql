-- migration: outside-transaction
create index concurrently conversation_sort_updated on conversation
  (workspace_id, mode, updated_at, id, status, priority_rank, channel, assignee_id, inbox_id, mailbox_id, created_at);
