import { systemStatement, tenantStatement } from '@parley/persistence';

/** How long readers wait for the transactions of others, which log nothing. */
const OTHERS_WAITED_FOR = `interval '1 minute'`;
/** Positions before it are of ended transactions. Part of the query of the log, so that both have the same snapshot. */
const HORIZON = `((select log_base()) + pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`;

export interface LogKey {
  place: number;
  /** Positions before it have been read completely. */
  horizon: string;
  today: string;
  /** These are null where nothing follows. */
  position: string | null;
  id: string;
  day: string;
  type: string;
  subject: string;
  credential: string | null;
  /** Whether nothing can appear before it any more. */
  is_settled: boolean;
  /** Whether it is not settled although readers have waited long enough for the transactions of others. */
  is_overdue: boolean;
}

/** The next `$2` events of each log in `$1`, a JSON array, by position, or a row without one. `$3` as in {@link readEnded}. */
export const readKeys = systemStatement<LogKey>(
  'event_log.read',
  'a gateway follows the logs of many tenants with one query, each by its own index entries',
  `select log.place, ${HORIZON}::text as horizon, current_date::text as today, l.position::text, l.id, l.day::text, l.type, l.subject, l.credential,
          l.position < ${HORIZON} or l.position < $3::bigint and l.is_old as is_settled,
          l.position >= ${HORIZON} and l.position >= $3::bigint and l.is_old as is_overdue
     from jsonb_to_recordset($1) as log(place int, workspace_id uuid, mode text, position bigint, id uuid, day date)
     left join lateral (
       select position, id, day, type, subject, credential, logged_at < statement_timestamp() - ${OTHERS_WAITED_FOR} as is_old from event_log
        where workspace_id = log.workspace_id and mode = log.mode and (position, id) > (log.position, log.id)
          -- A transaction has the day on which it began.
          and day >= log.day - 1
        order by position, id limit $2) l on true
    order by log.place, l.position, l.id`,
);

/** The position before which all transactions of this service have ended: a COMMIT that waits for a standby has no time limit. */
export const readEnded = systemStatement<{ position: string }>(
  'event_log.ended',
  'transactions are those of the service, and no row of a tenant is read',
  'select (log_base() + next_id)::text as position from running_transactions()',
);

interface LogEnds {
  last: string;
  next: string;
  today: string;
  oldest: string;
  /** Whether the first event that is not settled is so although readers have waited long enough for others. */
  is_overdue: boolean;
}

/** The ends of a log: `last`, behind which nothing is settled, and `next`, the first free position. `$3`: retention in days. */
export const readEnds = tenantStatement<LogEnds>(
  'event_log.ends',
  `with unsettled as (
     select position, logged_at < statement_timestamp() - ${OTHERS_WAITED_FOR} as is_old from event_log
      where workspace_id = $1 and mode = $2 and position >= ${HORIZON} and day >= current_date - 1
        and (position >= $4::bigint or logged_at >= statement_timestamp() - ${OTHERS_WAITED_FOR})
      order by position limit 1)
   select coalesce(
            -- What is not visible yet may come before the first that is.
            (select greatest(${HORIZON}, least(position, $4::bigint)) - 1 from unsettled),
            greatest(
              (select max(position) from event_log where workspace_id = $1 and mode = $2),
              ${HORIZON} - 1))::text as last,
          coalesce((select is_old from unsettled), false) as is_overdue,
          ((select log_base()) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint)::text as next,
          current_date::text as today, (current_date - $3::int)::text as oldest`,
);
