import type { Migration, MigrationRunner } from '@parley/kernel';
import { BY_INDEX } from './1700000008002-claim.ts';

/** A pause that begins with the result that asks for it. */
export class Pauses1700000009003 implements Migration {
  async up(runner: MigrationRunner): Promise<void> {
    await runner.query(PAUSE);
  }

  async down(runner: MigrationRunner): Promise<void> {
    await runner.query('drop function pause_endpoints;');
  }
}

const PAUSE = `
  -- Pauses the endpoints whose receivers ask for it in these results; answers how many. Called in the transaction that
  -- stores them, which gives back their slots: another process sent the next delivery before a pause that came later.
  create function pause_endpoints(results json) returns integer language plpgsql ${BY_INDEX} as $$
  declare
    paused integer;
  begin
    with asked as (
      select webhook_id, url, max(pause_ms) as pause_ms
        from json_to_recordset(results) as r(webhook_id uuid, url text, pause_ms double precision)
       where pause_ms is not null group by webhook_id, url),
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
