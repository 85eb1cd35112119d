-- How many rows each tenant has in a table, changed by the transaction that writes the rows (count-rows.sql). A count is
-- spread over slots by connection, so that writers of one tenant do not wait for each other's commits on one row.
create table row_count (
  workspace_id uuid not null,
  mode text not null,
  counted text not null,
  key text not null,
  slot smallint not null,
  n bigint not null,
  primary key (workspace_id, mode, counted, key, slot)
-- Space in each page keeps a changed count in it (HOT update), which leaves nothing to vacuum.
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table idempotency_key (
  workspace_id uuid not null,
  mode text not null,
  credential_id text not null,
  key text not null,
  fingerprint text not null,
  -- Null while the key is reserved for work whose effect is not in the database.
  response bytea,
  expires_at timestamptz not null,
  -- The version of the record in the response: its ETag.
  version text,
  -- The contacts and conversations that the response names, by which an erasure finds it: the response is encrypted.
  names text[] not null default '{}',
  primary key (workspace_id, mode, credential_id, key)
);
create index idempotency_key_expiry on idempotency_key (expires_at);

-- Data that an operator has ordered to be erased. A job erases it in batches; the row stays some days longer, for what events
-- that arrive late have written.
create table erasure (
  workspace_id uuid not null,
  type text not null check (type in ('workspace', 'test_data', 'contact')),
  -- The contact; otherwise the workspace.
  subject_id uuid not null,
  mode text check (mode in ('live', 'test')),
  -- The next batch: a step of the type, and where it continues.
  step smallint not null default 0,
  position text not null default '',
  erased bigint not null default 0,
  -- How often everything was gone through.
  rounds smallint not null default 0,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  primary key (workspace_id, type, subject_id)
);
create index erasure_due on erasure (due_at);
