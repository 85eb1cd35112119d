import { Injectable } from '@nestjs/common';
import { countMatchingTickets, listMatchingTickets, testsOf, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { countMatches, narrowByFilter, readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toTicket } from './ticket.serializer.ts';
import { ticketListAt } from './tickets.queries.ts';

/** The tickets of views, for their user and at this moment. */
@Injectable()
export class MatchingTickets {
  constructor(private readonly db: Database) {}

  @Handles(listMatchingTickets)
  async list(ctx: TenantContext, { filter, ...asked }: ParsedInput<typeof listMatchingTickets>) {
    const now = new Date();
    const tests = testsOf('ticket', filter, { now, me: ctx.principal?.userId ?? null });
    const { list, query } = narrowByFilter(ticketListAt(now), asked, tests);
    const { rows, ...page } = await readPage(this.db.read(ctx), list, query);
    return { ...page, items: rows.map((row) => toTicket(row, now)) };
  }

  @Handles(countMatchingTickets)
  async count(ctx: TenantContext, { filters, cap }: ParsedInput<typeof countMatchingTickets>) {
    const now = new Date();
    const list = ticketListAt(now);
    const counts = [];
    for (const { filter, me } of filters) {
      const tests = testsOf('ticket', filter, { now, me });
      const { count, isBound } = await countMatches(this.db.read(ctx), list, tests, cap);
      counts.push({ count, is_bound: isBound });
    }
    return { counts };
  }
}
