-- Read models of what decides on assignments, from the events of their owners.
create table assignment_team (
  workspace_id uuid not null,
  id uuid not null,
  assignment_mode text not null,
  max_open_per_user integer,
  sequence text not null,
  primary key (workspace_id, id)
);
create table assignment_user (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  is_active boolean not null,
  availability text not null,
  availability_until timestamptz,
  capacity integer,
  sequence text not null,
  primary key (workspace_id, id)
);
create table assignment_member (
  workspace_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  is_member boolean not null,
  -- The position of the last assignment among those of the team; 0 before the first.
  last_turn bigint not null default 0,
  sequence text not null,
  primary key (workspace_id, team_id, user_id)
);
create table assignment_record (
  workspace_id uuid not null,
  mode text not null,
  kind text not null check (kind in ('ticket', 'conversation')),
  id uuid not null,
  -- Null once it is deleted.
  team_id uuid,
  assignee_id uuid,
  -- Open and not snoozed.
  is_open boolean not null,
  arrived_at timestamptz not null,
  -- Whom it is being assigned to: it counts as that user's until the event of the assignment, or its refusal, arrives.
  reserved_for uuid,
  reserved_at timestamptz,
  sequence text not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, kind, id)
);
create index assignment_record_waiting on assignment_record (workspace_id, mode, team_id, arrived_at, id)
  where is_open and assignee_id is null and reserved_for is null;
create index assignment_record_load on assignment_record (workspace_id, mode, (coalesce(assignee_id, reserved_for)), team_id)
  where is_open and coalesce(assignee_id, reserved_for) is not null;
create index assignment_record_reserved on assignment_record (reserved_at) where reserved_for is not null;
create index assignment_record_done on assignment_record (updated_at) where not is_open;
-- A row per tenant: the process that holds its lock decides on the assignments of the tenant.
create table assignment_lock (
  workspace_id uuid not null,
  mode text not null,
  primary key (workspace_id, mode)
);
