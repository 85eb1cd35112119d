-- When the text and the attachments of a message were removed.
alter table message add column redacted_at timestamptz;

-- Deleted conversations whose messages may remain. A conversation may have so many that a request could not delete them: they
-- cannot be reached without it, and a job deletes them in batches. The foreign key would require them to be deleted first;
-- instead, a transaction that adds a message locks its conversation.
create table deleted_conversation (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  deleted_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
alter table message drop constraint message_workspace_id_mode_conversation_id_fkey;
