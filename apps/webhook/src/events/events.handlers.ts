import { Inject, Injectable } from '@nestjs/common';
import { listEvents, readableTypes, type LoggedEvent, type Page, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/kernel';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toLoggedEvents } from './event.serializer.ts';
import { eventList } from './events.queries.ts';

@Injectable()
export class Events {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(listEvents)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listEvents>): Promise<Page<LoggedEvent>> {
    const type = readableTypes(ctx.principal?.scopes ?? [], query.type);
    const { rows, ...page } = await readPage(this.db.read(ctx), eventList, { ...query, type });
    return { ...page, items: toLoggedEvents(rows) };
  }
}
