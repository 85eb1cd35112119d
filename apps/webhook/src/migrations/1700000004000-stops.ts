import type { Migration, MigrationRunner } from '@parley/kernel';
import { BY_INDEX } from './1700000003000-claim.ts';

/** What stops sending: a subscription that is disabled, a queue that is too long, a receiver that asks for quiet. */
export class Stops1700000004000 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(CANCEL);
    await runner.query(FAIL_OLDEST);
    await runner.query(PAUSE);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      'drop function cancel_deliveries; drop function fail_oldest; drop function pause_endpoints;',
    );
  }
}

const SETTLE = (status: number, error: string) => `
    settled as (
      insert into settled_delivery (day, workspace_id, mode, webhook_id, id, position, event_id, event_type, status,
             attempts_made, last_error, created_at)
      select day, workspace_id, mode, webhook_id, id, position, event_id, event_type, ${status}, attempts_made, ${error},
             created_at from ended
      returning 1)`;

const CANCEL = `
  -- Cancels some deliveries of a subscription that is disabled or gone; answers how many. The lock is the one that
  -- storing takes, so nobody enables it meanwhile: what comes then is not to be cancelled.
  create function cancel_deliveries(webhook uuid, at_most integer) returns integer language plpgsql ${BY_INDEX} as $$
  declare
    cancelled integer;
  begin
    perform from webhook w where w.id = $1 for key share;
    if exists (select from webhook w where w.id = $1 and w.status = 'enabled') then
      return 0;
    end if;
    with ended as (
      delete from delivery d using (
        select id from delivery where webhook_id = $1 order by id limit at_most for update) chosen
       where d.webhook_id = $1 and d.id = chosen.id
      returning d.*),
    ${SETTLE(4, 'last_error')}
    select count(*) into cancelled from settled;
    return cancelled;
  end $$;
`;

const FAIL_OLDEST = `
  -- Fails some of the oldest deliveries that wait for a subscription, down to as many as it may have; answers how many.
  -- Processes find the same queue too long at the same moment: each counts anew what those before it have left.
  create function fail_oldest(webhook uuid, keep integer, at_most integer) returns integer
  language plpgsql ${BY_INDEX} as $$
  declare
    failed integer;
  begin
    perform pg_advisory_xact_lock(7308, hashtext(current_schema() || '/' || webhook));
    with ended as (
      delete from delivery d using (
        select id from delivery where webhook_id = $1 and status = 0 order by position
         limit (select least(greatest(count(*) - keep, 0), at_most) from delivery where webhook_id = $1 and status = 0)
           for update skip locked) chosen
       where d.webhook_id = $1 and d.id = chosen.id
      returning d.*),
    ${SETTLE(3, `'overflow'`)}
    select count(*) into failed from settled;
    return failed;
  end $$;
`;

const PAUSE = `
  -- Pauses the endpoints whose receivers ask for it in these results, or are gone; answers how many. Called in the
  -- transaction that stores them, which gives back their slots: another process sent the next delivery before a pause that
  -- came later. A result whose lease is over says nothing: the subscription may have been disabled and enabled since.
  create function pause_endpoints(results json) returns integer language plpgsql ${BY_INDEX} as $$
  declare
    paused integer;
  begin
    with asked as (
      select webhook_id, url, max(pause_ms) as pause_ms
        from json_to_recordset(results) as r(
               id uuid, webhook_id uuid, lease_token uuid, url text, pause_ms double precision)
       where pause_ms is not null
         and exists (select from delivery d
                      where d.webhook_id = r.webhook_id and d.id = r.id and d.lease_token = r.lease_token)
       group by webhook_id, url),
    -- In one order, because other processes do the same.
    locked as materialized (
      select w.id, a.pause_ms from asked a join webhook w on w.id = a.webhook_id and w.url = a.url
       order by w.id for no key update of w)
    update webhook w set paused_until = greatest(w.paused_until, now() + make_interval(secs => l.pause_ms / 1000))
      from locked l where w.id = l.id;
    get diagnostics paused = row_count;
    return paused;
  end $$;
`;
