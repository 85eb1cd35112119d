create table job (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  resource text not null check (resource in ('ticket', 'conversation', 'contact')),
  filter jsonb,
  update jsonb not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  total integer not null,
  updated integer not null,
  unchanged integer not null,
  failed integer not null,
  failure jsonb,
  owner_id uuid not null,
  -- Who acts in its events, and with which rights.
  actor jsonb not null,
  credential jsonb not null,
  -- Where the search for its records continues.
  cursor text,
  is_collected boolean not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The process that works on it, until when. A process that ends leaves the lease to expire.
  lease_id uuid,
  lease_until timestamptz,
  served_at timestamptz not null,
  -- Steps in a row that failed.
  attempts integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index job_created on job (workspace_id, mode, created_at, id);
create index job_open on job (workspace_id, mode, served_at) where status in ('queued', 'running');
create index job_age on job (created_at);

create table job_result (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  job_id uuid not null,
  record_id text not null,
  status text not null check (status in ('pending', 'updated', 'unchanged', 'failed')),
  error jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index job_result_of_job on job_result (workspace_id, mode, job_id, created_at, id);
create index job_result_by_status on job_result (workspace_id, mode, job_id, status, created_at, id);
create index job_result_age on job_result (created_at);
