-- Records that were merged into another one. Their rows are here as they were, so that no list, count or search has them.
create table merged_{{record}} (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  -- The record that answers for it.
  survivor_id uuid not null,
  contact_id uuid,
  external_id text,
  merged_at timestamptz not null,
  -- The row, by which a merge is undone. A migration that adds a column without a default to {{record}} adds it here.
  record jsonb not null,
  -- What the survivor got from it, and loses with it.
  gained jsonb not null,
  primary key (workspace_id, mode, id)
);
create index merged_{{record}}_of_survivor on merged_{{record}} (workspace_id, mode, survivor_id);
create index merged_{{record}}_of_contact on merged_{{record}} (workspace_id, mode, contact_id) where contact_id is not null;
create index merged_{{record}}_by_external_id on merged_{{record}} (workspace_id, mode, external_id) where external_id is not null;
-- All that are merged into the record, and into those: what it answers for.
alter table {{record}} add column merged_ids uuid[] not null default '{}';
