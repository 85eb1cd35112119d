import { Injectable } from '@nestjs/common';
import { listEvents, readableTypes, type LoggedEvent, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { bodiesOf, fitting, type EventBodies } from './event-bodies.ts';
import { eventList } from './events.queries.ts';

@Injectable()
export class Events {
  constructor(private readonly db: Database) {}

  @Handles(listEvents)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listEvents>) {
    const type = readableTypes(ctx.principal?.scopes ?? [], query.type);
    let bodies: EventBodies = new Map();
    const { rows, ...page } = await readPage(
      this.db.read(ctx),
      eventList,
      { ...query, type },
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

/** The events as webhooks receive them, without those that are being erased. */
function toLoggedEvents(entries: readonly { id: string }[], bodies: EventBodies): LoggedEvent[] {
  return entries.flatMap(({ id }) => {
    const body = bodies.get(id);
    return body == null ? [] : [JSON.parse(body.toString()) as LoggedEvent];
  });
}
