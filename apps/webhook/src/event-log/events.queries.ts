import { defineList, equals } from '@parley/lists';
import { Selection } from '@parley/persistence';

export interface LogEntry {
  id: string;
  /** The partition of its body, `YYYY-MM-DD`. */
  body_day: string;
}

/** Clocks of processes differ by less, so that an event is not logged before its time by more than this. */
const CLOCK_DIFFERENCE = `interval '5 minutes'`;

const EVENTS = new Selection<{ id: string; day: Date }>('event_log', ['id', 'day']).with<
  Pick<LogEntry, 'body_day'>
>('event_log.day::text as body_day');

/** Every index has the order of the log. */
export const eventList = defineList<LogEntry>({
  name: 'event.list',
  rows: EVENTS,
  sorts: { logged_at: 'logged_at' },
  filters: {
    // A function: PostgreSQL would look up `= any(…)` once for each value, and lose the order.
    type: {
      sql: (types: readonly string[]) =>
        types.length === 1 ? 'type = ?' : 'array_position(?::text[], type) is not null',
      value: (types: readonly string[]) => (types.length === 1 ? types[0] : types),
    },
    resource: equals('subject'),
    created_after: {
      sql: `occurred_at >= ?::timestamptz and logged_at >= ?::timestamptz - ${CLOCK_DIFFERENCE}`,
      value: (instant: Date) => instant,
    },
    created_before: { sql: 'occurred_at < ?', value: (instant: Date) => instant },
  },
});
