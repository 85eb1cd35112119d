import { defineList, equals } from '@parley/lists';
import { Selection } from '@parley/persistence';

interface LogEntry {
  id: string;
  day: Date;
}

export interface LoggedEventRow extends LogEntry {
  /** The body of its deliveries; null if an erasure is deleting the event. */
  body: Buffer | null;
}

/** Clocks of processes differ by less, so that an event is not logged before its time by more than this. */
const CLOCK_DIFFERENCE = `interval '5 minutes'`;

const EVENTS = new Selection<LogEntry>('event_log', ['id', 'day']).with<LoggedEventRow>(
  '(select e.body from event e where e.day = event_log.day and e.id = event_log.id) as body',
);

/** Every index has the order of the log. */
export const eventList = defineList<LoggedEventRow>({
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
