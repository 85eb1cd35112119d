import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  createTicket,
  getTicket,
  listTickets,
  searchTickets,
  searchedTickets,
  notFound,
  ticketAssigned,
  ticketCreated,
  ticketStatusChanged,
  ticketUpdated,
  updateTicket,
  updateTickets,
  uuidOf,
  type BulkResult,
  type Conversation,
  type Page,
  type ParsedInput,
  type Result,
  type SlaTargets,
  type Ticket,
} from '@parley/contracts';
import type { UserProjection } from '@parley/projections';
import { changedFields, newUuid, type TenantContext } from '@parley/kernel';
import { changeEach, Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { WorkspaceTargets } from '../sla-targets/sla-targets.handlers.ts';
import { References } from './references.ts';
import { slaStatusAt } from './sla.rules.ts';
import { announceClock, slaEvents } from './sla-events.ts';
import { TicketRow } from './ticket.entity.ts';
import {
  changeTicket,
  openTicket,
  settleTags,
  type LinkedConversation,
  type TicketPatch,
} from './ticket.rules.ts';
import * as queries from './tickets.queries.ts';

type Sent = ParsedInput<typeof updateTickets>['body']['update'] & ParsedInput<typeof updateTicket>['body'];

/** A patch with what it names looked up, and what is in force while it is applied. */
interface Wanted {
  patch: TicketPatch;
  targets: SlaTargets;
  assignee: UserProjection | null;
  conversation: Conversation | null;
}

const linkTo = ({ id, contact }: Conversation): LinkedConversation => ({
  id: uuidOf('conversation', id),
  contact_id: uuidOf('contact', contact.id),
});

@Injectable()
export class Tickets {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(References) private readonly references: References,
    @Inject(WorkspaceTargets) private readonly targets: WorkspaceTargets,
  ) {}

  @Handles(createTicket)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createTicket>): Promise<Ticket> {
    // The contact comes last: one that is created stays, even if the ticket is refused.
    const targets = await this.targets.of(ctx);
    const assignee = await this.references.assignee(ctx, body.assignee_id);
    const inbox = await this.references.inbox(ctx, body.inbox_id);
    const conversation = await this.references.conversation(ctx, body.conversation_id);
    const contact = await this.references.contact(ctx, body.contact, conversation);
    const at = new Date();
    const ids = {
      id: newUuid(),
      contact_id: contact?.id ?? null,
      assignee_id: assignee?.id ?? null,
      inbox_id: inbox,
      conversation_id: conversation && uuidOf('conversation', conversation.id),
    };
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.insert(TicketRow, openTicket(body, ids, at, targets));
      const shown = {
        ...row,
        contact_name: contact?.name ?? null,
        contact_email: contact?.email ?? null,
        assignee_name: assignee?.name ?? null,
      };
      const ticket = queries.toTicket(shown, at);
      tx.emit(ticketCreated, ticket);
      if (ticket.assignee !== null) tx.emit(ticketAssigned, ticket);
      return ticket;
    });
  }

  @Handles(getTicket)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTicket>): Promise<Ticket> {
    const id = uuidOf('ticket', params.ticket_id);
    const at = new Date();
    const row = await this.db.read(ctx).one(queries.findTicket, [id]);
    if (row === undefined) throw notFound('ticket');
    if (row.sla_next_at === null || row.sla_next_at > at) return queries.toTicket(row, at);
    // Its clock shows something new that is not announced yet. That makes a version, so that no ETag has two meanings.
    return this.db.transaction(ctx, async (tx) => {
      const locked = await tx.lock(queries.findTicketForUpdate, [id]);
      if (locked === undefined) throw notFound('ticket');
      return queries.toTicket(await announceClock(tx, locked, at), at);
    });
  }

  @Handles(listTickets)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listTickets>): Promise<Page<Ticket>> {
    const at = new Date();
    const { rows, ...page } = await this.db.read(ctx).page(queries.ticketListAt(at), query);
    return { ...page, items: rows.map((row) => queries.toTicket(row, at)) };
  }

  @Handles(searchTickets)
  async search(
    ctx: TenantContext,
    asked: ParsedInput<typeof searchTickets>,
  ): Promise<Result<typeof searchTickets>> {
    const at = new Date();
    const { rows, ...found } = await this.db
      .read(ctx)
      .search(queries.ticketListAt(at), searchedTickets, asked);
    return { ...found, items: rows.map((row) => queries.toTicket(row, at)) };
  }

  @Handles(updateTicket)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateTicket>): Promise<Ticket> {
    const id = uuidOf('ticket', params.ticket_id);
    const wanted = await this.#named(ctx, body);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findTicketForUpdate, [id]);
      if (row === undefined) throw notFound('ticket');
      const changed = await this.#change(tx, row, wanted);
      if (changed !== null) return changed;
      const at = new Date();
      return queries.toTicket(await announceClock(tx, row, at), at);
    });
  }

  @Handles(updateTickets)
  async updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateTickets>): Promise<BulkResult> {
    const wanted = await this.#named(ctx, body.update).catch((error: unknown) => {
      throw error instanceof ApiError ? error.under('update') : error;
    });
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'ticket',
        lock: queries.lockTickets,
        change: async (row) => (await this.#change(tx, row, wanted)) !== null,
      }),
    );
  }

  /** Looks up what a patch names by id. Throws 422 for what is not there, and for what no ticket could take. */
  async #named(ctx: TenantContext, sent: Sent): Promise<Wanted> {
    const { assignee_id: assigneeId, inbox_id: inboxId, conversation_id: conversationId, ...rest } = sent;
    const assignee = await this.references.assignee(ctx, assigneeId ?? null);
    const inbox = await this.references.inbox(ctx, inboxId ?? null);
    const conversation = await this.references.conversation(ctx, conversationId ?? null);
    const patch = {
      ...rest,
      ...settleTags(rest),
      ...(assigneeId === undefined ? {} : { assignee_id: assignee?.id ?? null }),
      ...(inboxId === undefined ? {} : { inbox_id: inbox }),
      ...(conversationId === undefined ? {} : { conversation: conversation && linkTo(conversation) }),
    };
    return { patch, targets: await this.targets.of(ctx), assignee, conversation };
  }

  /** Answers the ticket as it is then, or `null` when the patch asks for what already is. */
  async #change(tx: Transaction, row: queries.ShownTicket, wanted: Wanted): Promise<Ticket | null> {
    const at = new Date();
    const changes = changeTicket(row, wanted.patch, at, wanted.targets);
    if (Object.keys(changes).length === 0) return null;
    const before = await announceClock(tx, row, at);
    const changed = await tx.update(TicketRow, before, changes);
    const { assignee, conversation } = wanted;
    const shown = {
      ...changed,
      ...('assignee_id' in changes && { assignee_name: assignee?.name ?? null }),
      ...('contact_id' in changes && {
        contact_name: conversation?.contact.name ?? null,
        contact_email: conversation?.contact.email ?? null,
      }),
    };
    const ticket = queries.toTicket(shown, at);
    tx.emit(ticketUpdated, ticket, changedFields(queries.toTicket(before, at), ticket));
    if ('status' in changes) tx.emit(ticketStatusChanged, ticket);
    // Another priority may leave less time than has already passed.
    const { status } = ticket.sla;
    if (changed.sla_stopped_status === null && status !== slaStatusAt(before, at) && status !== 'on_track')
      tx.emit(slaEvents[status], ticket);
    if (typeof changes.assignee_id === 'string') tx.emit(ticketAssigned, ticket);
    return ticket;
  }
}
