import type { Migration, MigrationRunner } from '@parley/kernel';
import { BY_INDEX } from './1700000008002-claim.ts';

/** Ends many deliveries a part at a time, and the tables that partitions have replaced. */
export class Batches1700000009002 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(CANCEL);
    await runner.query(FAIL_OLDEST);
    await runner.query(DROP_REPLACED);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query(
      'drop function cancel_deliveries; drop function fail_oldest; drop function drop_replaced;',
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

const DROP_REPLACED = `
  -- The tables from before the partitions: a way back, until the youngest row of them would not be kept any more.
  create function drop_replaced(keep integer) returns void language plpgsql set lock_timeout = '2s' as $$
  begin
    perform pg_advisory_xact_lock(7307, hashtext(current_schema() || '/replaced'));
    if to_regclass('old_delivery') is null then
      return;
    end if;
    if not exists (select from old_delivery where created_at > now() - make_interval(days => keep)) then
      drop table old_attempt, old_delivery, old_event;
    end if;
  end $$;
`;
