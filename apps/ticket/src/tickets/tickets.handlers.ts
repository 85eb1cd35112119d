import { Inject, Injectable } from '@nestjs/common';
import {
  createTicket,
  getTicket,
  listTickets,
  notFound,
  ticketAssigned,
  ticketCreated,
  ticketStatusChanged,
  ticketUpdated,
  updateTicket,
  uuidOf,
  type Id,
  type Page,
  type Received,
  type Ticket,
} from '@parley/contracts';
import { Copies, type UserCopy } from '@parley/copies';
import { changedFields, newUuid, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { TicketConfig } from '../ticket.config.ts';
import { TicketRow } from './ticket.entity.ts';
import { changeTicket, openTicket } from './ticket.rules.ts';
import { findTicket, findTicketForUpdate, ticketList, toTicket } from './tickets.queries.ts';

@Injectable()
export class Tickets {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Copies) private readonly copies: Copies,
    @Inject(TicketConfig) private readonly config: TicketConfig,
  ) {}

  @Handles(createTicket)
  async create(ctx: TenantContext, { body }: Received<typeof createTicket>): Promise<Ticket> {
    // The assignee is checked first: a contact that is created stays, even if the ticket is refused.
    const assignee = await this.#assignee(ctx, body.assignee_id);
    const contact = body.contact === null ? null : await this.copies.contact(ctx, body.contact);
    const at = new Date();
    const ids = { id: newUuid(), contact_id: contact?.id ?? null, assignee_id: assignee?.id ?? null };
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.insert(TicketRow, openTicket(body, ids, at, this.config.SLA_TARGETS));
      const shown = {
        ...row,
        contact_name: contact?.name ?? null,
        contact_email: contact?.email ?? null,
        assignee_name: assignee?.name ?? null,
      };
      const ticket = toTicket(shown, at);
      tx.emit(ticketCreated, ticket);
      if (ticket.assignee !== null) tx.emit(ticketAssigned, ticket);
      return ticket;
    });
  }

  @Handles(getTicket)
  async get(ctx: TenantContext, { params }: Received<typeof getTicket>): Promise<Ticket> {
    const row = await this.db.read(ctx).one(findTicket, [uuidOf('ticket', params.ticket_id)]);
    if (row === undefined) throw notFound('ticket');
    return toTicket(row, new Date());
  }

  @Handles(listTickets)
  async list(ctx: TenantContext, { query }: Received<typeof listTickets>): Promise<Page<Ticket>> {
    const { rows, ...page } = await this.db.read(ctx).page(ticketList, query);
    const at = new Date();
    return { ...page, items: rows.map((row) => toTicket(row, at)) };
  }

  @Handles(updateTicket)
  async update(ctx: TenantContext, { params, body }: Received<typeof updateTicket>): Promise<Ticket> {
    const id = uuidOf('ticket', params.ticket_id);
    const { assignee_id: assigneeId, ...rest } = body;
    const assignee = await this.#assignee(ctx, assigneeId ?? null);
    const patch = assigneeId === undefined ? rest : { ...rest, assignee_id: assignee?.id ?? null };
    return this.db.transaction(ctx, async (tx) => {
      const before = await tx.one(findTicketForUpdate, [id]);
      if (before === undefined) throw notFound('ticket');
      const at = new Date();
      const changes = changeTicket(before, patch, at, this.config.SLA_TARGETS);
      if (Object.keys(changes).length === 0) return toTicket(before, at);
      const changed = await tx.update(TicketRow, before, changes);
      const assigneeName = 'assignee_id' in changes ? (assignee?.name ?? null) : before.assignee_name;
      const ticket = toTicket({ ...changed, assignee_name: assigneeName }, at);
      tx.emit(ticketUpdated, ticket, changedFields(toTicket(before, at), ticket));
      if ('status' in changes) tx.emit(ticketStatusChanged, ticket);
      if (typeof changes.assignee_id === 'string') tx.emit(ticketAssigned, ticket);
      return ticket;
    });
  }

  #assignee(ctx: TenantContext, id: Id<'user'> | null): Promise<UserCopy | null> {
    return id === null ? Promise.resolve(null) : this.copies.assignee(ctx, id);
  }
}
