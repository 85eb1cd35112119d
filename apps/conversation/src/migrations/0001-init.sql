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
  tags text[] not null default '{}',
  custom_fields jsonb not null default '{}',
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
-- One for each filter and sort that the list offers; the time is carried by those of the other sorts, so that rows
-- which are passed over for it are not read.
create index conversation_created on conversation (workspace_id, mode, created_at, id);
create index conversation_updated on conversation (workspace_id, mode, updated_at, id, created_at);
create index conversation_priority on conversation (workspace_id, mode, priority_rank, id, created_at);
create index conversation_status_created on conversation (workspace_id, mode, status, created_at, id);
create index conversation_status_updated on conversation (workspace_id, mode, status, updated_at, id);
create index conversation_status_priority on conversation (workspace_id, mode, status, priority_rank, id);
create index conversation_assignee_created on conversation (workspace_id, mode, assignee_id, created_at, id);
create index conversation_assignee_updated on conversation (workspace_id, mode, assignee_id, updated_at, id);
create index conversation_assignee_priority
  on conversation (workspace_id, mode, assignee_id, priority_rank, id);
create index conversation_channel_created on conversation (workspace_id, mode, channel, created_at, id);
create index conversation_channel_updated on conversation (workspace_id, mode, channel, updated_at, id);
create index conversation_channel_priority on conversation (workspace_id, mode, channel, priority_rank, id);
-- For the conversations of a renamed contact.
create index conversation_by_contact on conversation (workspace_id, mode, contact_id, created_at, id);

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
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  foreign key (workspace_id, mode, conversation_id) references conversation
);
create index message_created on message (workspace_id, mode, conversation_id, created_at, id);
create index message_type_created on message (workspace_id, mode, conversation_id, type, created_at, id);

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

-- Search words, kept by the triggers of conversation-search.sql (docs/adr/0011-search.md). A table of its own: a change of status
-- writes no words, and a read of the record fetches none. A conversation has a row of its own words and one
-- for each message: `part` is the id of the conversation or of the message.
create table conversation_search (
  workspace_id uuid not null,
  mode text not null,
  created_at timestamptz not null,
  id uuid not null,
  part uuid not null,
  words tsvector not null,
  primary key (workspace_id, mode, created_at, id, part)
);
-- Statistics would be of the words of all tenants, and a plan that is based on them wrong for most.
alter table conversation_search alter column words set statistics 0;
-- New words wait in a pending list, which each search reads too, and enter the index together: that costs a fifth of
-- adding them row by row.
create index conversation_search_words on conversation_search using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 256);
