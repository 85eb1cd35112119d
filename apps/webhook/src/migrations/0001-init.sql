-- Every key contains the workspace, so that each table can be partitioned by it (docs/scaling.md). Ids are random, so nothing
-- depends on their being unique in all workspaces; the index still finds a subscription by its id alone.
create table webhook (
  workspace_id uuid not null,
  mode text not null,
  id uuid not null,
  version integer not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'manual', 'revoked')),
  -- By the database's clock, like `occurred_at` of an outbox.
  enabled_at timestamptz not null,
  -- The credential that created it, by its public id; null if it was none.
  created_by_type text,
  created_by_id text,
  created_by_user uuid,
  encrypted_secret bytea not null,
  -- Null for a secret of less than 16 characters.
  secret_last4 text,
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
create index webhook_of_id on webhook (id);
create index webhook_created on webhook (workspace_id, mode, created_at, id);

-- Test calls of a tenant in the fixed minute that began with the first of them.
create table test_call_window (
  workspace_id uuid not null,
  mode text not null,
  started_at timestamptz not null,
  calls integer not null,
  primary key (workspace_id, mode)
);

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
  -- The body was replaced by one without the text of the message: what receivers answer to the former one is not kept.
  is_redacted boolean not null default false,
  -- The trace of the change that an event tells of, so that attempts are part of it and receivers can continue it.
  traceparent text,
  tracestate text,
  primary key (day, id)
) partition by range (day);

-- What GET /v1/events lists: every event that webhooks can subscribe to, in the order in which this service has stored them.
-- The body is in `event`, under the same day and id, where deliveries find it too.
create table event_log (
  workspace_id uuid not null,
  mode text not null,
  -- By the clock of the database, in whole milliseconds, as cursors are.
  logged_at timestamptz not null,
  -- The order in which events can be read while others are being logged (log-position.sql).
  position bigint not null,
  id uuid not null,
  type text not null,
  -- Time of the change.
  occurred_at timestamptz not null,
  -- Of the partition.
  day date not null,
  -- Id of the record that the event is about, as the API shows it.
  subject text not null,
  -- Id of the credential that caused the event, as the API shows it; null for the system.
  credential text,
  -- The contacts and conversations that the event names, by which an erasure finds it.
  names text[] not null default '{}',
  -- Type and time are in the key so that filters by them skip entries of the index without reading their rows.
  primary key (workspace_id, mode, logged_at, id, type, occurred_at, day)
) partition by range (day);
create index event_log_subject on event_log (workspace_id, mode, subject, logged_at, id);
create index event_log_credential on event_log (workspace_id, mode, credential, logged_at, id) where credential is not null;
create index event_log_position on event_log (workspace_id, mode, position, id);

-- Positions in the event log grow with the ids of transactions, which another server counts anew: after a dump was restored
-- there, or after a standby took over that had not received the last transactions. Each server, as its first event finds
-- it, begins a generation, whose positions are all greater than those of the generations before (docs/adr/0024-event-log.md).
create table log_generation (
  generation integer primary key,
  system_identifier bigint not null,
  timeline integer not null,
  unique (system_identifier, timeline)
);

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
  -- The process that has claimed it.
  dispatcher_id uuid,
  last_error text,
  created_at timestamptz not null default now(),
  primary key (webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index delivery_due on delivery (webhook_id, due_at, position);
-- Counts deliveries in flight of a workspace and of an endpoint, without reading pending retries.
create index delivery_in_flight_of_workspace on delivery (workspace_id, webhook_id, due_at) where status = 1;
-- Finds deliveries that pass an open circuit in a backlog of any size.
create index delivery_circuit_bypass on delivery (webhook_id, due_at, position)
  where attempts_used = 1 or trigger = 'manual';

-- When to look at the queue of an endpoint: an entry says that it may have a delivery to claim at that time or later. Every
-- write that can bring this time forward adds one (wake-for-deliveries.sql, wake-for-webhooks.sql); claims remove those that
-- they have seen. Without them, a claim had to look at every endpoint that has queued deliveries: 0.2 s for 3,000.
create table endpoint_wakeup (
  workspace_id uuid not null,
  webhook_id uuid not null,
  -- The pool of the endpoint when this was written: slow or fast.
  is_slow boolean not null,
  wake_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index endpoint_wakeup_of_workspace on endpoint_wakeup (workspace_id, is_slow, wake_at);
create index endpoint_wakeup_of_endpoint on endpoint_wakeup (webhook_id, is_slow, wake_at);

-- The same for workspaces, which take turns: when one of their endpoints has an entry that is due.
create table workspace_wakeup (
  workspace_id uuid not null,
  is_slow boolean not null,
  wake_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.2);
create index workspace_wakeup_due on workspace_wakeup (is_slow, wake_at);
create index workspace_wakeup_of_workspace on workspace_wakeup (workspace_id, is_slow, wake_at);

-- Processes that send deliveries, each of which renews its row (renew-dispatcher.sql).
create table dispatcher (
  id uuid primary key,
  -- Since when it has been renewed in time.
  alive_since timestamptz not null,
  expires_at timestamptz not null
);

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
