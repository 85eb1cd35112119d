create table outbox (
  -- Order of emission. Safe to sort by within an aggregate, whose writers wait for each other on its row; never a cursor
  -- across aggregates, because a smaller position may commit later.
  position bigint generated always as identity,
  id uuid primary key,
  aggregatetype text not null,
  aggregateid text not null,
  type text not null,
  shard smallint not null,
  envelope jsonb not null,
  occurred_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  published_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
create index outbox_due on outbox (shard, position) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;

-- The events that each consumer has handled: one that is delivered again is skipped.
create table processed_event (
  consumer text not null,
  message_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (consumer, message_id)
);
create index processed_event_age on processed_event (received_at);

create table dead_letter (
  id uuid primary key,
  consumer text not null,
  message_id uuid,
  type text,
  envelope text not null,
  error text not null,
  attempts integer not null,
  dead_lettered_at timestamptz not null default now(),
  replayed_at timestamptz,
  -- An event that is delivered again after it was dead-lettered makes no second row.
  unique (consumer, message_id)
);
