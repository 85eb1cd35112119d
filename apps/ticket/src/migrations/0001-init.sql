create table inbox (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null default 1,
  name text not null,
  -- Names as people sort them.
  name_order text collate "und-x-icu" not null generated always as (lower(name)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index inbox_created on inbox (workspace_id, mode, created_at, id);
create index inbox_name on inbox (workspace_id, mode, name_order, id);

create table ticket (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  subject text not null,
  description text,
  status text not null check (status in ('open', 'pending', 'resolved', 'closed')),
  status_rank smallint not null generated always as (
    case status when 'open' then 1 when 'pending' then 2 when 'resolved' then 3 else 4 end) stored,
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  priority_rank smallint not null generated always as (
    case priority when 'urgent' then 4 when 'high' then 3 when 'normal' then 2 else 1 end) stored,
  contact_id uuid,
  assignee_id uuid,
  inbox_id uuid,
  conversation_id uuid,
  external_id text,
  tags text[] not null default '{}',
  -- What makes two spellings one tag is decided in one place, `tagKey`: SQL folds letters such as Σ and İ differently.
  tag_keys text[] not null default '{}',
  custom_fields jsonb not null default '{}',
  sla_started_at timestamptz not null,
  sla_warning_at timestamptz not null,
  sla_due_at timestamptz not null,
  -- When the SLA status changes next, and is announced.
  sla_next_transition_at timestamptz,
  -- The SLA status when the timer was stopped, which stays; null while it runs.
  sla_stopped_status text check (sla_stopped_status in ('on_track', 'warning', 'breached')),
  -- The SLA status at any instant, as two times that an index can compare: breached after the first, else a warning from
  -- the second on. A stopped timer has one status for ever.
  effective_due_at timestamptz not null generated always as (case sla_stopped_status
    when 'breached' then '-infinity' when 'warning' then 'infinity' when 'on_track' then 'infinity'
    else sla_due_at end) stored,
  effective_warning_at timestamptz not null generated always as (case sla_stopped_status
    when 'breached' then '-infinity' when 'warning' then '-infinity' when 'on_track' then 'infinity'
    else sla_warning_at end) stored,
  -- When the timer was stopped; null while it runs.
  sla_stopped_at timestamptz,
  first_responded_at timestamptz,
  status_changed_at timestamptz not null default now(),
  resolved_at timestamptz,
  closed_at timestamptz,
  reopened_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id),
  foreign key (workspace_id, mode, inbox_id) references inbox,
  check (cardinality(tag_keys) = cardinality(tags)),
  check ((sla_stopped_status is null) = (sla_stopped_at is null))
-- Rows that are only ever added leave pages that an index-only scan cannot use until they are vacuumed.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.02);

-- One for each sort of the list, with the columns of its filters: rows that a filter excludes are not read (ADR 12).
create index ticket_created on ticket
  (workspace_id, mode, created_at, id, status_rank, priority_rank, assignee_id, inbox_id, effective_due_at, effective_warning_at);
create index ticket_updated on ticket
  (workspace_id, mode, updated_at, id, status_rank, priority_rank, assignee_id, inbox_id, effective_due_at, effective_warning_at,
   created_at);
create index ticket_priority on ticket
  (workspace_id, mode, priority_rank, id, status_rank, assignee_id, inbox_id, effective_due_at, effective_warning_at, created_at);
create index ticket_status on ticket
  (workspace_id, mode, status_rank, id, priority_rank, assignee_id, inbox_id, effective_due_at, effective_warning_at, created_at);
create index ticket_due on ticket
  (workspace_id, mode, sla_due_at, id, status_rank, priority_rank, assignee_id, inbox_id, effective_due_at, effective_warning_at,
   created_at);
-- The list that is read most: narrow, because each of its rows is returned.
create index ticket_of_status on ticket (workspace_id, mode, status_rank, created_at, id);
create index ticket_of_assignee on ticket (workspace_id, mode, assignee_id, created_at, id)
  where assignee_id is not null;
create index ticket_of_inbox on ticket (workspace_id, mode, inbox_id, created_at, id)
  where inbox_id is not null;
create index ticket_of_contact on ticket (workspace_id, mode, contact_id, created_at, id)
  where contact_id is not null;
create index ticket_of_conversation on ticket (workspace_id, mode, conversation_id)
  where conversation_id is not null;
create unique index ticket_external_id on ticket (workspace_id, mode, external_id) where external_id is not null;
create index ticket_sla_next_transition on ticket (sla_next_transition_at) where sla_next_transition_at is not null;

-- Tenant and tag as one text, because without btree_gin an inverted index has only one column. A loop, because starting
-- a query costs more than all the rest of a row's index entries. Not repeatable: the index stores its results.
create function tenant_keys(workspace_id uuid, mode text, keys text[]) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  tenant text := workspace_id || '/' || mode || '/'; key text; all_keys text[] := '{}';
begin
  foreach key in array keys loop
    all_keys := all_keys || (tenant || key);
  end loop;
  return all_keys;
end $$;
create index ticket_of_tag on ticket using gin (tenant_keys(workspace_id, mode, tag_keys)) where tag_keys <> '{}';

-- First-response targets that a workspace has set; the others are those of the installation (SLA_TARGETS).
create table sla_target (
  workspace_id uuid not null,
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  -- Milliseconds.
  target bigint not null check (target > 0),
  updated_at timestamptz not null,
  primary key (workspace_id, priority)
);
