-- The read model of reports: what tickets and conversations were after each change that a report can see, and the facts that follow.
create table report_record (
  workspace_id uuid not null,
  mode text not null,
  resource text not null check (resource in ('ticket', 'conversation')),
  id uuid not null,
  -- The row of a deleted record stays, so that no earlier event brings it back.
  state text not null default 'present' check (state in ('present', 'merged', 'deleted')),
  -- The place of the event that the state is from.
  state_place text collate "C" not null default '',
  -- Of conversations: tickets tell of their first response themselves.
  first_reply_at timestamptz,
  primary key (workspace_id, mode, resource, id)
);
create table report_change (
  workspace_id uuid not null,
  mode text not null,
  resource text not null,
  record_id uuid not null,
  event_id uuid not null,
  -- The order of the changes of a record: the sequence of the event.
  place text collate "C" not null,
  at timestamptz not null,
  created_at timestamptz not null,
  -- Neither resolved nor closed.
  is_open boolean not null,
  team_id uuid,
  assignee_id uuid,
  inbox_id uuid,
  channel text,
  tags text[] not null,
  first_responded_at timestamptz,
  sla_outcome text check (sla_outcome in ('met', 'breached')),
  sla_outcome_at timestamptz,
  primary key (workspace_id, mode, resource, record_id, event_id)
);
create index report_change_place on report_change (workspace_id, mode, resource, record_id, place);
create table report_fact (
  workspace_id uuid not null,
  mode text not null,
  resource text not null,
  record_id uuid not null,
  -- The change that it follows from; the id of the record for the first reply in a conversation.
  event_id uuid not null,
  type text not null check (type in ('created', 'first_response', 'resolved', 'reopened', 'sla_met', 'sla_breached', 'open')),
  at timestamptz not null,
  -- Of a time in which the record was open: its end.
  until timestamptz not null default 'infinity',
  seconds integer,
  team_id uuid,
  assignee_id uuid,
  inbox_id uuid,
  channel text,
  tags text[] not null,
  -- False while the record is merged into another one.
  is_counted boolean not null,
  primary key (workspace_id, mode, resource, record_id, event_id, type)
);
create index report_fact_at on report_fact (workspace_id, mode, resource, type, at) where is_counted and type <> 'open';
create index report_fact_open on report_fact (workspace_id, mode, resource, until, at) where is_counted and type = 'open';
