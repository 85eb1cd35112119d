import type { Migration, MigrationRunner } from '@parley/kernel';

export class Webhook1700000001000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
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
        last_delivery_at timestamptz,
        -- Nothing is sent to the endpoint before: it asked for a pause.
        paused_until timestamptz not null default '-infinity',
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (workspace_id, mode, id)
      );
      create index webhook_created on webhook (workspace_id, mode, created_at, id);

      create table event (
        id uuid primary key,
        workspace_id uuid not null,
        mode text not null,
        type text not null,
        occurred_at timestamptz not null,
        -- Bytes, not jsonb: every attempt sends, and signs, the very same ones.
        body bytea not null
      );

      create table delivery (
        id uuid primary key default gen_random_uuid(),
        position bigint generated always as identity,
        workspace_id uuid not null,
        mode text not null,
        webhook_id uuid not null,
        event_id uuid not null references event,
        -- 0 pending, 1 in flight, 2 delivered, 3 failed, 4 cancelled
        status smallint not null default 0,
        -- Steps of the schedule that are used up.
        attempts_used smallint not null default 0,
        -- Next attempt when pending, end of the lease when in flight: a crash needs no clean-up.
        due_at timestamptz not null,
        lease_token uuid,
        is_test boolean not null default false,
        created_at timestamptz not null default now(),
        unique (event_id, webhook_id)
      );
      create index delivery_live on delivery (webhook_id, due_at, position) where status in (0, 1);

      create table attempt (
        position bigint generated always as identity primary key,
        delivery_id uuid not null references delivery,
        started_at timestamptz not null,
        duration_ms integer not null,
        status_code integer,
        error text,
        response_snippet text not null,
        request_headers jsonb not null
      );
      create index attempt_of_delivery on attempt (delivery_id);
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table attempt; drop table delivery; drop table event; drop table webhook;');
  }
}
