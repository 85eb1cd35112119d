import { Injectable } from '@nestjs/common';
import {
  assignTicket,
  encodeId,
  findTicketsOfConversation,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { assignOf, Projections } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { changeTicket } from './change-ticket.ts';
import { findAssigneesOfConversation, lockTicketRows } from './tickets.queries.ts';

/** Assigns tickets for the rule of their team, and tells whose they are. */
@Injectable()
export class TicketAssignments {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
  ) {}

  @Handles(assignTicket)
  assign(ctx: TenantContext, { id, ...request }: ParsedInput<typeof assignTicket>) {
    return assignOf(this.db, this.projections, ctx, request, {
      lock: (tx) => tx.lock(lockTicketRows, [[uuidOf('ticket', id)]]),
      change: (tx, row, changes, names) => changeTicket(tx, row, changes, new Date(), names),
    });
  }

  @Handles(findTicketsOfConversation)
  async findOfConversation(
    ctx: TenantContext,
    { conversation_id: id }: ParsedInput<typeof findTicketsOfConversation>,
  ) {
    const rows = await this.db.read(ctx).query(findAssigneesOfConversation, [uuidOf('conversation', id)]);
    return rows.map((row) => ({
      id: encodeId('ticket', row.id),
      assignee_id: row.assignee_id === null ? null : encodeId('user', row.assignee_id),
    }));
  }
}
