-- Renamed and deleted tags that the records of the service may still carry, applied per tenant in the order of their events.
create table tag_change (
  workspace_id uuid not null,
  mode text not null,
  sequence text not null,
  old_key text not null,
  -- Null if the tag was deleted.
  new_name text,
  -- The records up to this id have been changed.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (workspace_id, mode, sequence)
);
