import type { Migration, MigrationRunner } from '@parley/kernel';

export class Events1700000000002 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        -- Order of emission. Safe to sort by within an aggregate, whose writers wait for each other on its row;
        -- never a cursor across aggregates, because a smaller position may commit later.
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
      );
      create index outbox_due on outbox (shard, position) where published_at is null;
      create index outbox_published on outbox (published_at) where published_at is not null;
      alter table outbox set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

      create table inbox (
        consumer text not null,
        message_id uuid not null,
        received_at timestamptz not null default now(),
        primary key (consumer, message_id)
      );
      create index inbox_age on inbox (received_at);

      create table dead_letter (
        id uuid primary key,
        consumer text not null,
        message_id uuid,
        type text,
        envelope text not null,
        error text not null,
        attempts integer not null,
        parked_at timestamptz not null default now(),
        replayed_at timestamptz,
        -- An event that is delivered again after it was parked is not parked twice.
        unique (consumer, message_id)
      );
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table outbox; drop table inbox; drop table dead_letter;');
  }
}
