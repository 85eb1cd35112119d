create table connection (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- Sorted as people sort names.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  type text not null,
  inbox_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index connection_created on connection (workspace_id, mode, created_at, id, inbox_id);
create index connection_by_name on connection (workspace_id, mode, name_order, id, inbox_id);
