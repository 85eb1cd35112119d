import { Injectable } from '@nestjs/common';
import { seedTickets, type ParsedInput } from '@parley/contracts';
import { inTenant, type Context } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { sampleBatch, sampleTicket } from '@parley/sample-data';
import { listInboxIds } from '../inboxes/inboxes.queries.ts';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { sampleTicketRow } from './sample-ticket.rules.ts';

@Injectable()
export class SeedTickets {
  constructor(
    private readonly db: Database,
    private readonly targets: WorkspaceSlaTargets,
  ) {}

  /** Emits no events: sample data is not an activity of the workspace. */
  @Handles(seedTickets)
  async write(ctx: Context, batch: ParsedInput<typeof seedTickets>) {
    const tenant = inTenant(ctx, batch.workspace, batch.mode);
    const targets = await this.targets.of(tenant);
    return this.db.transaction(tenant, async (tx) => {
      const inboxes = (await tx.query(listInboxIds)).map(({ id }) => id);
      const now = new Date();
      const rows = sampleBatch(batch, sampleTicket).map((ticket) =>
        sampleTicketRow(ticket, inboxes, targets, now),
      );
      return { written: (await tx.insertMissing(TicketRow, rows, 'seed')).length };
    });
  }
}
