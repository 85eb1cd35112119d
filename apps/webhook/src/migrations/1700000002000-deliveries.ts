import type { Migration, MigrationRunner } from '@parley/kernel';

/**
 * What still has to be sent stays in one small table, which is all that a claim reads. What is over, the bodies and the
 * attempts lie in partitions by day, so that they go by DROP TABLE (docs/adr/0016-webhook-deliveries.md).
 */
export class Deliveries1700000002000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(PARTITIONS);
    await runner.query(TABLES);
    await runner.query(FIRST_PARTITIONS);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      drop view delivery_record;
      drop table attempt; drop table settled_delivery; drop table delivery; drop table event;
      drop sequence delivery_position; drop function delivery_id; drop function keep_partitions;
    `);
  }
}

const PARTITIONS = `
  -- Makes the partitions of a table from yesterday to some days ahead, and drops those that are older than it keeps
  -- days, but none from the day on that is still in use. Processes that do it at once take turns. A partition is
  -- attached, not created in place, because that lets others write meanwhile; for a drop they wait, at most lock_timeout.
  create function keep_partitions(parent text, today date, keep integer, ahead integer, used_from date default null)
  returns void language plpgsql set lock_timeout = '2s' as $$
  declare
    partition text;
    day date;
  begin
    perform pg_advisory_xact_lock(7307, hashtext(current_schema() || '/' || parent));
    for day in select generate_series(today - 1, today + ahead, interval '1 day')::date loop
      partition := parent || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(quote_ident(partition)) is null then
        execute format('create table %I (like %I including all)', partition, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, partition, day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
      end if;
    end loop;
    for partition in
      select relid::text from pg_partition_tree(parent::regclass) where isleaf and relid::text ~ '_\\d{8}$'
    loop
      day := to_date(right(partition, 8), 'YYYYMMDD');
      if day < today - keep and day < coalesce(used_from, day + 1) then
        execute 'drop table ' || partition;
      end if;
    end loop;
  end $$;
`;

const TABLES = `
  -- One event has one delivery for a subscription, and this is its id: a UUIDv7 of the event's time.
  create function delivery_id(event uuid, subscription uuid) returns uuid language sql immutable as $$
    select (left(event::text, 13) || '-7' || left(hash, 3) || '-a' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
      from md5(event::text || subscription::text) hash
  $$;

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

  -- Every delivery that is known, whatever its state: for those who look at it.
  create view delivery_record as
    select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
           false as is_test, created_at, due_at, null::timestamptz as settled_at from delivery
    union all
    select workspace_id, mode, webhook_id, id, day, event_id, event_type, status, attempts_made, last_error,
           is_test, created_at, null, settled_at from settled_delivery;
`;

const FIRST_PARTITIONS = `
  -- The service sees to those of the days that follow.
  select keep_partitions(parent, current_date, 36500, 7) from unnest(array['event', 'settled_delivery', 'attempt']) parent;
`;
