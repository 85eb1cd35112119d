import { Injectable } from '@nestjs/common';
import { pageTickets, READ_MODEL_PAGE, uuidOf, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import { Database, tenantStatement } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { toTicket } from './ticket.serializer.ts';
import { readTickets } from './tickets.queries.ts';

const pageIds = tenantStatement<{ id: string }>(
  'ticket.page_ids',
  `select id from ticket where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${READ_MODEL_PAGE}`,
);

/** All tickets, for read models that are compared with them. */
@Injectable()
export class TicketPages {
  constructor(private readonly db: Database) {}

  @Handles(pageTickets)
  async page(ctx: TenantContext, { after }: ParsedInput<typeof pageTickets>) {
    const db = this.db.read(ctx);
    const ids = await db.query(pageIds, [after === null ? NIL_UUID : uuidOf('ticket', after)]);
    const rows = await db.query(readTickets, [ids.map(({ id }) => id)]);
    const now = new Date();
    return { records: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => toTicket(row, now)) };
  }
}
