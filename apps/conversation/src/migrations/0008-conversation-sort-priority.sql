-- migration: outside-transaction
create index concurrently conversation_sort_priority on conversation
  (workspace_id, mode, priority_rank, id, status, channel, assignee_id, inbox_id, mailbox_id, created_at);
