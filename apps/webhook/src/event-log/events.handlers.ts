import { Injectable } from '@nestjs/common';
import { listEvents, readableTypes, type LoggedEvent, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { anyWord, defineList, readPage, type Filter } from '@parley/lists';
import { Database, Selection } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { bodiesOf, fitting, type EventBodies } from './event-bodies.ts';

interface LogEntry {
  id: string;
  body_day: string;
}

/** Clocks of processes differ by less, so that an event is not logged before its time by more than this. */
const CLOCK_DIFFERENCE = `interval '5 minutes'`;

const EVENTS = new Selection<{ id: string; day: Date }>('event_log', ['id', 'day']).with<
  Pick<LogEntry, 'body_day'>
>('event_log.day::text as body_day');

/** Several values are looked up one by one, and their events sorted: each has few. */
const anyOfFew = (column: string): Filter => ({
  sql: (values: readonly string[]) => (values.length === 1 ? `${column} = ?` : `${column} = any(?)`),
  value: (values: readonly string[]) => (values.length === 1 ? values[0] : values),
});

/** Every index has the order of the log. */
export const eventList = defineList<LogEntry>({
  name: 'event.list',
  rows: EVENTS,
  sorts: { logged_at: 'logged_at' },
  filters: {
    event: anyWord('type'),
    resource: anyOfFew('subject'),
    actor_credential: anyOfFew('credential'),
    actor_credential_not: {
      sql: '(credential is null or array_position(?::text[], credential) is null)',
      value: (ids: readonly string[]) => ids,
    },
    created_after: {
      sql: `occurred_at >= ?::timestamptz and logged_at >= ?::timestamptz - ${CLOCK_DIFFERENCE}`,
      value: (instant: Date) => instant,
    },
    created_before: { sql: 'occurred_at < ?', value: (instant: Date) => instant },
  },
});

@Injectable()
export class Events {
  constructor(private readonly db: Database) {}

  @Handles(listEvents)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listEvents>) {
    const event = readableTypes(ctx.principal?.scopes ?? [], query.event);
    let bodies: EventBodies = new Map();
    const { rows, ...page } = await readPage(
      this.db.read(ctx),
      eventList,
      { ...query, event },
      async (entries) => {
        bodies = await bodiesOf(
          this.db,
          entries.map(({ id, body_day: day }) => ({ id, day })),
        );
        return fitting(bodies, entries);
      },
    );
    return { ...page, items: toLoggedEvents(rows, bodies) };
  }
}

function toLoggedEvents(entries: readonly { id: string }[], bodies: EventBodies): LoggedEvent[] {
  return entries.flatMap(({ id }) => {
    const body = bodies.get(id);
    return body == null ? [] : [JSON.parse(body.toString()) as LoggedEvent];
  });
}
