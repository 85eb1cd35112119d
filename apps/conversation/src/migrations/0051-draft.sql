-- What users have begun to write: one row for each of them in a conversation, whose id derives from both.
create table draft (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  conversation_id uuid not null,
  user_id uuid not null,
  type text not null,
  body text not null,
  email jsonb,
  attachments text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index draft_of_conversation on draft (workspace_id, mode, conversation_id);
