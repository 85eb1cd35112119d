import { Injectable } from '@nestjs/common';
import {
  invalidParameter,
  linkTicket,
  notFound,
  ticketDeleted,
  unlinkTicket,
  uuidOf,
  type EventOf,
  type ParsedInput,
} from '@parley/contracts';
import { On } from '@parley/events';
import { Database, type Transaction } from '@parley/persistence';
import { Merging } from '@parley/projections';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedValues } from '@parley/runtime/records';
import { changeTicket } from '../change-ticket.ts';
import { MERGING_TICKETS } from '../merging/ticket-merging.queries.ts';
import { toTicket } from '../ticket.serializer.ts';
import { lockTicketRows, lockTickets, lockTicketsLinkedTo } from '../tickets.queries.ts';
import { cyclic, linked, withoutLink } from './ticket-link.rules.ts';
import { findAncestors, lockParents } from './ticket-links.queries.ts';

/** Links between tickets: each of the two has its end, and both are written together (ADR 45). */
@Injectable()
export class TicketLinks {
  readonly #merging = new Merging(MERGING_TICKETS);

  constructor(private readonly db: Database) {}

  @Handles(linkTicket)
  link(ctx: TenantContext, { params, body }: ParsedInput<typeof linkTicket>) {
    const ids = [uuidOf('ticket', params.ticket_id), uuidOf('ticket', body.linked_ticket_id)] as const;
    return this.db.transaction(ctx, async (tx) => {
      if (body.type === 'parent') await tx.query(lockParents);
      const rows = await tx.lockAll(lockTickets, [ids]);
      const [ownId, otherId] = [
        await this.#merging.survivorOf(tx, ids[0]),
        await this.#merging.survivorOf(tx, ids[1]),
      ];
      const row = rows.find(({ id }) => id === ownId);
      if (row === undefined) throw notFound('ticket');
      const other = rows.find(({ id }) => id === otherId);
      if (other === undefined)
        throw invalidParameter('linked_ticket_id', 'is not a ticket of this workspace');
      const [own, its] = linked(row, other, body.type);
      if (body.type === 'parent') {
        const above = await tx.query(findAncestors, [other.id]);
        if (above.some(({ id }) => id === row.id)) throw cyclic();
      }
      const at = new Date();
      await changeTicket(tx, other, changedValues(other, { links: its }), at);
      return (await changeTicket(tx, row, changedValues(row, { links: own }), at)) ?? toTicket(row, at);
    });
  }

  @Handles(unlinkTicket)
  unlink(ctx: TenantContext, { params }: ParsedInput<typeof unlinkTicket>) {
    const linkedId = uuidOf('ticket', params.linked_ticket_id);
    return this.db.transaction(ctx, async (tx) => {
      const id = await this.#merging.survivorOf(tx, uuidOf('ticket', params.ticket_id));
      const rows = await tx.lockAll(lockTicketRows, [[id, linkedId]]);
      const row = rows.find((one) => one.id === id);
      if (row === undefined) throw notFound('ticket');
      if (!row.links.some((link) => link.id === linkedId)) throw notFound('link');
      const at = new Date();
      await changeTicket(tx, row, { links: withoutLink(row.links, linkedId) }, at);
      // The end of a ticket that was merged goes when the merge is undone.
      const other = rows.find((one) => one.id === linkedId);
      if (other !== undefined) await changeTicket(tx, other, { links: withoutLink(other.links, id) }, at);
    });
  }

  @On(ticketDeleted)
  async removeLinksWhenTicketIsDeleted({ data }: EventOf<typeof ticketDeleted>, tx: Transaction) {
    const id = uuidOf('ticket', data.id);
    const at = new Date();
    for (const row of await tx.lockAll(lockTicketsLinkedTo, [id]))
      await changeTicket(tx, row, { links: withoutLink(row.links, id) }, at);
  }
}
