create table webhook (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null unique,
  version integer not null,
  url text not null,
  events text[] not null,
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'manual')),
  sealed_secret bytea not null,
  secret_last4 text not null,
  -- Replaced secrets, sealed, and until when each of them signs too.
  retired_secrets bytea[] not null default '{}',
  retired_until timestamptz[] not null default '{}',
  -- Attempts a second, null for no limit; and until when it is used up.
  rate_limit integer check (rate_limit > 0),
  rate_used_until timestamptz not null default '-infinity',
  last_delivery_at timestamptz,
  -- Until a first success, and after each pause, an endpoint gets one attempt at a time.
  is_proven boolean not null default false,
  is_slow boolean not null default false,
  -- Failed attempts since the last success, and of how many events the first attempt was among them.
  failures integer not null default 0,
  failed_events integer not null default 0,
  failing_since timestamptz,
  -- Nothing is sent to the endpoint before: it asked for a pause, or is gone and about to be disabled.
  paused_until timestamptz not null default '-infinity',
  -- The breaker: nothing but first retries before, and how often it broke in a row.
  broken_until timestamptz not null default '-infinity',
  breaks smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index webhook_created on webhook (workspace_id, mode, created_at, id);

create table event (
  -- When it was taken in, of the server's clock: partitions follow it, however old the event is.
  day date not null,
  id uuid not null,
  workspace_id uuid not null,
  mode text not null,
  type text not null,
  occurred_at timestamptz not null,
  -- Bytes, not jsonb: every attempt sends, and signs, the very same ones.
  body bytea not null,
  primary key (day, id)
) partition by range (day);

-- Not an identity: what is sent again by hand brings its place along.
create sequence delivery_position;

-- What has yet to be sent: 0 pending, 1 in flight.
create table delivery (
  webhook_id uuid not null,
  id uuid not null,
  position bigint not null default nextval('delivery_position'),
  workspace_id uuid not null,
  mode text not null,
  event_id uuid not null,
  event_type text not null,
  day date not null,
  status smallint not null default 0 check (status in (0, 1)),
  -- Steps of the schedule that are used up; attempts_made also counts those that used none.
  attempts_used smallint not null default 0,
  attempts_made integer not null default 0,
  -- What the next attempt is made for: the schedule, or somebody who asked for it.
  trigger text not null default 'schedule' check (trigger in ('schedule', 'manual')),
  -- Next attempt when pending, end of the lease when in flight: a crash needs no clean-up.
  due_at timestamptz not null,
  lease_token uuid,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index delivery_live on delivery (webhook_id, due_at, position);
-- What is in flight is counted at each claim, and the retries that wait for their step must not be read for it.
create index delivery_in_flight on delivery (webhook_id, due_at) where status = 1;
-- What a breaker lets through, found in any backlog.
create index delivery_let_through on delivery (webhook_id, due_at, position)
  where attempts_used = 1 or trigger = 'manual';

-- What is over: 2 delivered, 3 failed, 4 cancelled.
create table settled_delivery (
  day date not null,
  workspace_id uuid not null,
  mode text not null,
  webhook_id uuid not null,
  id uuid not null,
  position bigint not null,
  event_id uuid not null,
  event_type text not null,
  status smallint not null check (status in (2, 3, 4)),
  attempts_made integer not null,
  last_error text,
  is_test boolean not null default false,
  created_at timestamptz not null,
  settled_at timestamptz not null default now(),
  primary key (workspace_id, mode, webhook_id, id, day)
) partition by range (day);
create index settled_of_status on settled_delivery (workspace_id, mode, webhook_id, status, id, event_type);
create index settled_of_event on settled_delivery (workspace_id, mode, webhook_id, event_type, id, status);

create table attempt (
  delivery_id uuid not null,
  started_at timestamptz not null,
  trigger text not null default 'schedule' check (trigger in ('schedule', 'manual', 'test')),
  duration_ms integer not null,
  status_code integer,
  error text,
  response_snippet text not null,
  request_headers jsonb not null
) partition by range (started_at);
create index attempt_of_delivery on attempt (delivery_id, started_at);
