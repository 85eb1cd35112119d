import { systemStatement, tenantStatement } from '@parley/persistence';

/**
 * By then every transaction of this service with a smaller position has ended: it began before the event was logged, and none
 * commits later than 45 s after it began (libs/persistence).
 */
const SETTLED_AFTER = `interval '1 minute'`;

/**
 * Positions before it are those of transactions that have ended. In a query of the log itself, so that both have the same
 * snapshot: what the query does not see then has a greater position. `log_base()` is in a sub-select, to compute it once.
 */
const HORIZON = `((select log_base()) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`;

export interface LogKey {
  /** Of the log, in the order of the input. */
  place: number;
  /** Positions before it have been read completely. */
  horizon: string;
  /** Of the database server, as `YYYY-MM-DD`. */
  today: string;
  /** These are null where nothing follows. */
  position: string | null;
  id: string;
  day: string;
  type: string;
  subject: string;
  /** Whether nothing can appear before it any more. */
  is_settled: boolean;
}

/** The next `$2` events of each log in `$1`, a JSON array, in the order of their positions; a row without one where none is. */
export const readKeys = systemStatement<LogKey>(
  'event_log.read',
  'a gateway follows the logs of many tenants with one query, each by its own index entries',
  `select log.place, ${HORIZON}::text as horizon, current_date::text as today, l.position::text, l.id, l.day::text, l.type, l.subject,
          l.position < ${HORIZON} or l.logged_at < clock_timestamp() - ${SETTLED_AFTER} as is_settled
     from jsonb_to_recordset($1) as log(place int, workspace_id uuid, mode text, position bigint, id uuid, day date)
     left join lateral (
       select position, id, day, type, subject, logged_at from event_log
        where workspace_id = log.workspace_id and mode = log.mode and (position, id) > (log.position, log.id)
          -- A transaction has the day on which it began.
          and day >= log.day - 1
        order by position, id limit $2) l on true
    order by log.place, l.position, l.id`,
);

/** The bodies of events `$2` of the days `$1`. */
export const readBodies = systemStatement<{ id: string; body: Buffer }>(
  'event_log.bodies',
  'the events were found in the logs of their tenants',
  `select e.id, e.body from unnest($1::date[], $2::uuid[]) as wanted(day, id)
     join event e on e.day = wanted.day and e.id = wanted.id`,
);

/**
 * The ends of the log of a tenant: `last`, the position behind which are the events that are not settled, and `next`, the
 * smallest that no transaction has yet. `$3` is the retention in days.
 */
export const readEnds = tenantStatement<{ last: string; next: string; today: string; oldest: string }>(
  'event_log.ends',
  `select coalesce(
            (select min(position) - 1 from event_log
              where workspace_id = $1 and mode = $2 and position >= ${HORIZON}
                and logged_at >= clock_timestamp() - ${SETTLED_AFTER} and day >= current_date - 1),
            greatest(
              (select max(position) from event_log where workspace_id = $1 and mode = $2),
              ${HORIZON} - 1))::text as last,
          ((select log_base()) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint)::text as next,
          current_date::text as today, (current_date - $3::int)::text as oldest`,
);
