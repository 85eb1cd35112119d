import { Injectable } from '@nestjs/common';
import { encodeId, ticketTagsChanged } from '@parley/contracts';
import { isSameValue, type TenantContext } from '@parley/kernel';
import { Database, tenantStatement, type Transaction } from '@parley/persistence';
import { tagColumns, TAG_PAGE, TaggedRecords } from '@parley/projections';
import { TicketRow } from './ticket.entity.ts';
import { lockTickets } from './tickets.queries.ts';

const findPage = tenantStatement<{ id: string; tags: string[] }>(
  'ticket.tags_page',
  `select id, tags from ticket where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);

/** Tickets, whose tags follow when one is renamed or deleted. */
@Injectable()
export class TaggedTickets extends TaggedRecords {
  constructor(private readonly db: Database) {
    super();
  }

  override page(ctx: TenantContext, afterId: string): Promise<{ id: string; tags: string[] }[]> {
    return this.db.read(ctx).query(findPage, [afterId]);
  }

  override async replaceTags(
    tx: Transaction,
    ids: readonly string[],
    replace: (tags: readonly string[]) => string[],
  ): Promise<void> {
    for (const row of await tx.query(lockTickets, [ids])) {
      const tags = replace(row.tags);
      if (isSameValue(row.tags, tags)) continue;
      await tx.update(TicketRow, row, tagColumns(tags));
      tx.emit(ticketTagsChanged, { id: encodeId('ticket', row.id), tags }, { tags: row.tags });
    }
  }
}
