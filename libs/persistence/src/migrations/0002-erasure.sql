-- Data that an operator has ordered to be erased. A job erases it in batches; the row stays some days longer, for what events
-- that arrive late have written.
create table erasure (
  workspace_id uuid not null,
  kind text not null check (kind in ('workspace', 'test_data', 'contact')),
  -- The contact; otherwise the workspace.
  subject_id uuid not null,
  mode text check (mode in ('live', 'test')),
  -- The next batch: a step of the kind, and where it continues.
  step smallint not null default 0,
  position text not null default '',
  erased bigint not null default 0,
  -- How often everything was gone through.
  rounds smallint not null default 0,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  primary key (workspace_id, kind, subject_id)
);
create index erasure_due on erasure (due_at);
