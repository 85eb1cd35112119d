create table file (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  folder text,
  -- Of the bytes: known when all of them are stored.
  size bigint not null default 0,
  mime_type text not null default '',
  sha256 text not null default '',
  -- uploading: bytes arrive; staged: stored, for an operation that has not been committed; available: a file.
  status text not null check (status in ('uploading', 'staged', 'available')),
  message_id uuid,
  conversation_id uuid,
  -- When the sweep decides about the file; null if it stays. An available file that has it is attached to a message that
  -- may not exist.
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  check (status = 'available' or expires_at is not null)
);
create index file_of_message on file (workspace_id, mode, message_id) where message_id is not null;
create index file_of_conversation on file (workspace_id, mode, conversation_id, id) where conversation_id is not null;
create index file_expiry on file (expires_at) where expires_at is not null;

-- Objects of files that are no more. The transaction that deletes a file inserts its row, which goes once the object is gone.
create table removed_object (
  workspace_id uuid not null,
  mode text not null,
  file_id uuid not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  primary key (workspace_id, mode, file_id)
);
create index removed_object_due on removed_object (due_at);
