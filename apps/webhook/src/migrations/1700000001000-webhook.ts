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
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop table webhook');
  }
}
