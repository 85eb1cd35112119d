-- migration: outside-transaction
-- The indexes of sorts get the mailbox, by which lists are filtered (ADR 12). Those without it go.
create index concurrently conversation_sort_created on conversation
  (workspace_id, mode, created_at, id, status, priority_rank, channel, assignee_id, inbox_id, mailbox_id);
