create table macro (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- Names as people sort them.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  body text,
  message_type text not null check (message_type in ('reply', 'note')),
  actions jsonb not null,
  visibility text not null check (visibility in ('private', 'team', 'workspace')),
  team_id uuid,
  owner_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  check ((visibility = 'team') = (team_id is not null))
);
create index macro_created on macro (workspace_id, mode, created_at, id);
create index macro_name on macro (workspace_id, mode, name_order, id);
create index macro_of_owner on macro (workspace_id, mode, owner_id);
