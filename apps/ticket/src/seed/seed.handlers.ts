import { Inject, Injectable } from '@nestjs/common';
import { seedTickets, type ParsedInput, type Result } from '@parley/contracts';
import { inTenant, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { seededBatch, seededTicket } from '@parley/sample-data';
import { listInboxIds } from '../inboxes/inboxes.queries.ts';
import { WorkspaceTargets } from '../sla-targets/sla-targets.handlers.ts';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { rowOfSeeded } from './seeded-ticket.rules.ts';

@Injectable()
export class SeedTickets {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WorkspaceTargets) private readonly targets: WorkspaceTargets,
  ) {}

  /** Tells nobody: there are no events of made-up records. */
  @Handles(seedTickets)
  async write(ctx: Context, batch: ParsedInput<typeof seedTickets>): Promise<Result<typeof seedTickets>> {
    const tenant = inTenant(ctx, batch.workspace, batch.mode);
    const targets = await this.targets.of(tenant);
    return this.db.transaction(tenant, async (tx) => {
      const inboxes = (await tx.query(listInboxIds)).map(({ id }) => id);
      const now = new Date();
      const rows = seededBatch(batch, seededTicket).map((ticket) =>
        rowOfSeeded(ticket, inboxes, targets, now),
      );
      return { written: (await tx.insertMissing(TicketRow, rows, 'seed')).length };
    });
  }
}
