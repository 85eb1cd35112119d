import type { Migration, MigrationRunner } from '@parley/kernel';

export class Claim1700000002000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(`
      -- What is in flight is counted at each claim. In delivery_live a range of later due times holds every retry that
      -- waits for its step too: with 83,000 of them a claim read 249,000 rows.
      create index delivery_in_flight on delivery (webhook_id, due_at) where status = 1;

      -- As before, but the candidates are materialized: merged into what follows, the count was run three times for
      -- each endpoint, and for those that have nothing to send as well.
      create or replace function claim_deliveries(per_endpoint integer, slots integer, lease_ms double precision)
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
        candidate as materialized (
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

  /** The function stays as it is: it does the same without the index. */
  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop index delivery_in_flight;');
  }
}
