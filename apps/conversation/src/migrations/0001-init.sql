create table conversation (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  subject text,
  status text not null check (status in ('open', 'pending', 'closed')),
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  priority_rank smallint not null generated always as (
    case priority when 'urgent' then 4 when 'high' then 3 when 'normal' then 2 else 1 end) stored,
  channel text not null check (channel in ('email', 'chat', 'form', 'api')),
  contact_id uuid not null,
  assignee_id uuid,
  inbox_id uuid,
  -- Channels through which replies leave. Nothing sets them as long as there is none.
  mailbox_id uuid,
  connection_id uuid,
  external_id text,
  tags text[] not null default '{}',
  -- What makes two spellings one tag is decided in one place, `tagKey`; `tag_use` has its results.
  tag_keys text[] not null default '{}',
  custom_fields jsonb not null default '{}',
  closed_at timestamptz,
  -- What the messages say of their conversation, changed with each of them.
  last_message_at timestamptz,
  last_message_by text check (last_message_by in ('user', 'contact')),
  messages_count integer not null default 0,
  -- Time of the first message of the contact that no reply of a user followed.
  waiting_since timestamptz,
  -- What the list is sorted by: never null; conversations without a message are first.
  last_message_order timestamptz not null generated always as (coalesce(last_message_at, '-infinity')) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
-- Rows that are only ever added leave pages that an index-only scan cannot use until they are vacuumed.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);
-- One for each sort of the list, with the columns of its filters: rows that a filter excludes are not read (ADR 12).
create index conversation_created on conversation
  (workspace_id, mode, created_at, id, status, priority_rank, channel, assignee_id, inbox_id);
create index conversation_updated on conversation
  (workspace_id, mode, updated_at, id, status, priority_rank, channel, assignee_id, inbox_id, created_at);
create index conversation_priority on conversation
  (workspace_id, mode, priority_rank, id, status, channel, assignee_id, inbox_id, created_at);
create index conversation_last_message on conversation
  (workspace_id, mode, last_message_order, id, status, priority_rank, channel, assignee_id, inbox_id, created_at);
-- The lists that are read most: narrow, because each of their rows is returned.
create index conversation_status_created on conversation (workspace_id, mode, status, created_at, id);
create index conversation_assignee_created on conversation (workspace_id, mode, assignee_id, created_at, id);
create index conversation_of_inbox on conversation (workspace_id, mode, inbox_id, created_at, id)
  where inbox_id is not null;
create unique index conversation_external_id on conversation (workspace_id, mode, external_id)
  where external_id is not null;
-- For the conversations of a renamed contact.
create index conversation_by_contact on conversation (workspace_id, mode, contact_id, created_at, id);

-- Tenant and tag as one text, because without btree_gin an inverted index has only one column. A loop, because starting
-- a query costs more than all the rest of a row's index entries. Not repeatable: the index stores its results.
create function tenant_keys(workspace_id uuid, mode text, keys text[]) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  tenant text := workspace_id || '/' || mode || '/'; key text; all_keys text[] := '{}';
begin
  foreach key in array keys loop
    all_keys := all_keys || (tenant || key);
  end loop;
  return all_keys;
end $$;
create index conversation_of_tag on conversation using gin (tenant_keys(workspace_id, mode, tag_keys))
  where tag_keys <> '{}';

create table message (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  conversation_id uuid not null,
  body text not null,
  type text not null check (type in ('reply', 'note', 'comment')),
  author_type text not null check (author_type in ('user', 'contact')),
  author_id uuid not null,
  external_id text,
  -- Files attached to the message as the API shows them, without their URLs, which are signed at each read. The file service
  -- owns the files.
  attachments jsonb not null default '[]',
  -- The sending of the message as the API shows it; null if it is recorded, not sent.
  delivery jsonb,
  -- When the text and the attachments were removed.
  redacted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create unique index message_external_id on message (workspace_id, mode, external_id) where external_id is not null;
create index message_created on message (workspace_id, mode, conversation_id, created_at, id);
-- For the messages that a deleted file was attached to.
create index message_of_file on message using gin (attachments jsonb_path_ops) where attachments <> '[]';
create index message_type_created on message (workspace_id, mode, conversation_id, type, created_at, id);

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

-- Whose deleted conversations were: by it the erasure of a contact finds the copies of events about their messages, which do not
-- name it. Kept with the workspace: nothing bounds how long dead letters and deliveries are.
create table former_conversation (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  contact_id uuid not null,
  deleted_at timestamptz not null,
  primary key (workspace_id, mode, id)
);

create table tag (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- The name without regard to case: what makes it unique and findable.
  name_key text not null,
  -- Sorted as people sort names: É stands beside E, not behind Z.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  color text not null,
  -- Subjects in tag_use that carry it; changes with them, in the same transaction.
  uses integer not null default 0 check (uses >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  constraint tag_name unique (workspace_id, mode, name_key)
);
create index tag_created on tag (workspace_id, mode, created_at, id);
create index tag_by_name on tag (workspace_id, mode, name_order, id);

-- The tags that a conversation or ticket has by the newest of its events.
create table tag_use (
  workspace_id uuid not null,
  mode text not null,
  subject_kind text not null check (subject_kind in ('conversation', 'ticket')),
  subject_id uuid not null,
  sequence text not null,
  tag_keys text[] not null,
  primary key (workspace_id, mode, subject_kind, subject_id)
);

-- Former names of renamed and deleted tags. Until their records follow, the uses of a former name count for the tag that has
-- replaced it; and an event from before does not bring the tag back.
create table retired_tag (
  workspace_id uuid not null,
  mode text not null,
  name_key text not null,
  -- Included in the uses of `replaced_by`, if the tag was renamed.
  uses integer not null,
  replaced_by uuid,
  retired_at timestamptz not null,
  primary key (workspace_id, mode, name_key)
);
create index retired_tag_replaced_by on retired_tag (workspace_id, mode, replaced_by) where replaced_by is not null;
create index retired_tag_age on retired_tag (retired_at) where uses <= 0;
