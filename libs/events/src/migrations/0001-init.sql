-- The outbox is a log by hour, whose rows are written once, and a queue of what is not published yet.

-- Order of emission. Safe to sort by within an aggregate, whose writers wait for each other on its row; never a cursor
-- across aggregates, because a smaller position may commit later.
create sequence outbox_position;

-- Partitioned by the clock of the database; partitions are dropped when everything in them is published.
create table outbox (
  position bigint not null default nextval('outbox_position'),
  id uuid not null,
  aggregatetype text not null,
  aggregateid text not null,
  type text not null,
  shard smallint not null,
  workspace_id uuid not null,
  -- Null for an event of both modes.
  mode text,
  envelope jsonb not null,
  -- The contacts and conversations that the event names, by which an erasure finds it.
  names text[] not null default '{}',
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (id, occurred_at)
) partition by range (occurred_at);
alter sequence outbox_position owned by outbox.position;
-- A write never fails because a partition is missing.
create table outbox_default partition of outbox default;

-- Events that are not published yet. Small rows, because they are written and deleted within moments.
create table outbox_queue (
  shard smallint not null,
  workspace_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  occurred_at timestamptz not null,
  -- Failed ones.
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  primary key (shard, workspace_id, position)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- The events that each consumer has handled: one that is delivered again is skipped. Partitioned by the day in the event's
-- id, a uuid v7: the key stays unique across partitions, which a time of receipt would not allow.
create table processed_event (
  consumer text not null,
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (consumer, message_id)
) partition by range (message_id);
-- Rows are in the order of their receipt: with this index, the newest is found without reading a partition as a whole.
create index processed_event_received on processed_event using brin (received_at) with (pages_per_range = 32, autosummarize = on);
-- Ids of other versions, and events that are older than the partitions.
create table processed_event_default partition of processed_event default;
create index processed_event_default_received on processed_event_default (received_at);

create table dead_letter (
  id uuid primary key,
  consumer text not null,
  message_id uuid,
  type text,
  -- These are null where the message does not tell them.
  workspace_id uuid,
  mode text,
  occurred_at timestamptz,
  envelope text not null,
  -- The contacts and conversations that it names, by which an erasure finds it.
  names text[] not null default '{}',
  error text not null,
  attempts integer not null,
  dead_lettered_at timestamptz not null default now(),
  replayed_at timestamptz,
  -- An event that is delivered again after it was dead-lettered makes no second row.
  unique (consumer, message_id)
);
create index dead_letter_age on dead_letter (dead_lettered_at);
create index dead_letter_of_workspace on dead_letter (workspace_id, id);

-- Relays that are alive, and which of them publishes a shard. The token changes with the relay.
create table outbox_relay (
  id uuid primary key,
  expires_at timestamptz not null
);
create table outbox_lease (
  shard smallint primary key,
  relay_id uuid,
  token bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
insert into outbox_lease (shard) select generate_series(0, 15);
