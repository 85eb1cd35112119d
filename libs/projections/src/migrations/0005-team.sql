-- The teams that records belong to, with their names.
create table team_projection (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  deleted boolean not null default false,
  sequence text not null,
  primary key (workspace_id, id)
);
alter table {{record}} add column team_id uuid;
