-- Test calls of a tenant in the fixed minute that began with the first of them.
create table test_call_window (
  workspace_id uuid not null,
  mode text not null,
  started_at timestamptz not null,
  calls integer not null,
  primary key (workspace_id, mode)
);
