create table file (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- What the list looks for parts of names in, without regard to case.
  name_key text not null generated always as (lower(name collate "und-x-icu")) stored,
  folder text,
  -- Of the bytes: known when all of them are stored.
  size bigint not null default 0,
  mime_type text not null default '',
  sha256 text not null default '',
  -- uploading: bytes arrive; staged: stored, for an operation that has not been committed; available: a file.
  status text not null check (status in ('uploading', 'staged', 'available')),
  -- When the sweep decides about the file; null if it stays. An available file that has it came with a message that may not
  -- exist.
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  check (status = 'available' or expires_at is not null)
);
-- The list, with the columns of its filters: rows that a filter excludes are not read (ADR 12).
create index file_created on file (workspace_id, mode, status, created_at, id, folder, mime_type, name_key);
create index file_of_folder on file (workspace_id, mode, status, folder, created_at, id);
create index file_expiry on file (expires_at) where expires_at is not null;

-- Which messages have which files. A file goes with the last message that has it.
create table attachment (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  file_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  -- When the sweep decides about it, as its message may not exist; null once that is confirmed. No foreign key: an attachment
  -- that is not confirmed outlives its file, so that its message learns that the file is gone.
  expires_at timestamptz,
  -- Whether the file was that of no other message any more when this attachment was not confirmed yet: if it is undone, the file goes.
  is_last boolean not null default false,
  primary key (workspace_id, mode, id)
);
create index attachment_of_file on attachment (workspace_id, mode, file_id);
create index attachment_of_message on attachment (workspace_id, mode, message_id);
create index attachment_of_conversation on attachment (workspace_id, mode, conversation_id, id);
create index attachment_expiry on attachment (expires_at) where expires_at is not null;

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
