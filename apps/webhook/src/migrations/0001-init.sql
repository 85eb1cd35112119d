create table webhook (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null unique,
  version integer not null,
  url text not null,
  events text[] not null,
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'manual')),
  encrypted_secret bytea not null,
  secret_last4 text not null,
  -- Replaced secrets, encrypted, which also sign until the time at the same index.
  previous_secrets bytea[] not null default '{}',
  previous_secrets_until timestamptz[] not null default '{}',
  -- Attempts per second, null for unlimited; the token bucket is empty until the second column.
  rate_limit integer check (rate_limit > 0),
  rate_limited_until timestamptz not null default '-infinity',
  last_delivery_at timestamptz,
  -- One attempt at a time until the first success, and after each pause or open circuit.
  is_half_open boolean not null default true,
  is_slow boolean not null default false,
  -- Failed attempts since the last success, and how many of them were the first attempt of an event.
  failures integer not null default 0,
  failed_events integer not null default 0,
  failing_since timestamptz,
  -- Paused by Retry-After, or by a 410 until the subscription is disabled.
  paused_until timestamptz not null default '-infinity',
  -- The circuit breaker, and how often it has opened since the last success.
  circuit_open_until timestamptz not null default '-infinity',
  circuit_trips smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, mode, id)
);
create index webhook_created on webhook (workspace_id, mode, created_at, id);

create table event (
  -- When the event was received, not when it occurred: a replayed old event needs an existing partition too.
  day date not null,
  id uuid not null,
  workspace_id uuid not null,
  mode text not null,
  type text not null,
  occurred_at timestamptz not null,
  -- Not jsonb: every attempt must send and sign the same bytes.
  body bytea not null,
  primary key (day, id)
) partition by range (day);

-- Not an identity column: retried deliveries keep their position.
create sequence delivery_position;

-- The queue. Status: 0 pending, 1 sending.
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
  -- Used steps of the retry schedule; attempts_made also counts attempts that used none.
  attempts_used smallint not null default 0,
  attempts_made integer not null default 0,
  -- Why the next attempt is made.
  trigger text not null default 'schedule' check (trigger in ('schedule', 'manual')),
  -- Time of the next attempt when pending, end of the lease when sending: a crash needs no clean-up.
  due_at timestamptz not null,
  lease_token uuid,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index delivery_due on delivery (webhook_id, due_at, position);
-- Each claim counts deliveries in flight without reading pending retries.
create index delivery_in_flight on delivery (webhook_id, due_at) where status = 1;
-- Finds deliveries that pass an open circuit in a backlog of any size.
create index delivery_circuit_bypass on delivery (webhook_id, due_at, position)
  where attempts_used = 1 or trigger = 'manual';

-- Status: 2 delivered, 3 failed, 4 cancelled.
create table completed_delivery (
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
  completed_at timestamptz not null default now(),
  primary key (workspace_id, mode, webhook_id, id, day)
) partition by range (day);
create index completed_delivery_status on completed_delivery (workspace_id, mode, webhook_id, status, id, event_type);
create index completed_delivery_event on completed_delivery (workspace_id, mode, webhook_id, event_type, id, status);

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
create index attempt_delivery on attempt (delivery_id, started_at);
