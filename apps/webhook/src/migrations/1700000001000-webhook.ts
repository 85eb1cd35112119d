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

      -- Claims due deliveries for the time of a lease. Fair: endpoints take turns by rank, each with at most so many in
      -- flight (counted from leases, so nothing leaks when a process dies), and the cost follows the endpoints that have
      -- something to send, not the history. A lease that ended is due again: the same query is the crash recovery.
      --
      -- A function, because each statement in one sees what was committed when it begins: after the lock, that is what
      -- all other claims have taken. In a plain statement, which sees what was there before it waited, six claims at
      -- once took 18 deliveries of an endpoint that may have 5. The lock ends with the call, even of a client that died.
      create function claim_deliveries(per_endpoint integer, slots integer, lease_ms double precision)
      returns table (
        id uuid, lease_token uuid, attempts_used smallint, created_at timestamptz, workspace_id uuid, mode text,
        webhook_id uuid, url text, sealed_secret bytea, event_id uuid, body bytea)
      language plpgsql as $$
      #variable_conflict use_column
      begin
        perform pg_advisory_xact_lock(7306, hashtext(current_schema()));
        return query
        with recursive live (id) as (
          (select webhook_id from delivery where status in (0, 1) order by webhook_id limit 1)
          union all
          select (select webhook_id from delivery
                   where status in (0, 1) and webhook_id > live.id order by webhook_id limit 1)
            from live where live.id is not null),
        candidate as (
          select w.id, per_endpoint - (select count(*) from delivery f
                                        where f.webhook_id = w.id and f.status = 1 and f.due_at > now()) as free
            from live join webhook w on w.id = live.id
           where w.status = 'enabled' and w.paused_until <= now()),
        pick as (
          select d.id, d.rank from candidate c cross join lateral (
            select id, row_number() over (order by due_at, position) as rank from (
              select id, due_at, position from delivery
               where webhook_id = c.id and status in (0, 1) and due_at <= now()
               order by due_at, position limit greatest(c.free, 0) for update skip locked) due) d
           where c.free > 0 order by d.rank, random() limit slots),
        claimed as (
          update delivery set status = 1, lease_token = gen_random_uuid(),
                 due_at = now() + make_interval(secs => lease_ms / 1000)
            from pick where delivery.id = pick.id
          returning delivery.*, pick.rank)
        select claimed.id, claimed.lease_token, claimed.attempts_used, claimed.created_at, claimed.workspace_id,
               claimed.mode, claimed.webhook_id, webhook.url, webhook.sealed_secret, claimed.event_id, event.body
          from claimed
          join webhook on webhook.id = claimed.webhook_id
          join event on event.id = claimed.event_id
         order by claimed.rank, claimed.position;
      end $$;
    `);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      'drop function claim_deliveries; drop table attempt; drop table delivery; drop table event; drop table webhook;',
    );
  }
}
