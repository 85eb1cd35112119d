-- migration: outside-transaction
create index concurrently conversation_sort_last_message on conversation
  (workspace_id, mode, last_message_order, id, status, priority_rank, channel, assignee_id, inbox_id, mailbox_id, created_at);
