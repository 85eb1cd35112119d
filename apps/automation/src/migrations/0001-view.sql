create table view (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- Names as people sort them.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  resource text not null check (resource in ('ticket', 'conversation')),
  filter jsonb not null,
  sort text not null,
  direction text not null check (direction in ('asc', 'desc')),
  visibility text not null check (visibility in ('private', 'team', 'workspace')),
  team_id uuid,
  owner_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  check ((visibility = 'team') = (team_id is not null))
);
create index view_created on view (workspace_id, mode, created_at, id);
create index view_name on view (workspace_id, mode, name_order, id);
create index view_of_owner on view (workspace_id, mode, owner_id);
