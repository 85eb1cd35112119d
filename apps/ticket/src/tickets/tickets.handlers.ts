import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  searchTickets,
  searchableTickets,
  messageOfTicket,
  textOfTicket,
  notFound,
  ticketAssigned,
  ticketCreated,
  ticketDeleted,
  updateTicket,
  updateTickets,
  uuidOf,
  type Conversation,
  type ParsedInput,
  type SlaTargets,
  type Ticket,
} from '@parley/contracts';
import {
  contactColumns,
  duplicates,
  Projections,
  requireActive,
  type ContactFields,
  type NewAssignee,
} from '@parley/projections';
import { type TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { changeEach, Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { References, requireToWrite } from './references.ts';
import { emitSlaTransitions } from '../sla/sla-transitions.ts';
import { changeTicket, emitLink } from './change-ticket.ts';
import { TicketRow } from './ticket.entity.ts';
import {
  ticketChanges,
  firstWords,
  newTicketRow,
  resolveTagChanges,
  type LinkedConversation,
  type TicketPatch,
  type TicketUpdate,
} from './ticket.rules.ts';
import { toTicket, versionAt } from './ticket.serializer.ts';
import * as queries from './tickets.queries.ts';

/** A patch whose references are resolved, with the SLA targets to apply. */
interface ResolvedPatch {
  patch: TicketPatch;
  targets: SlaTargets;
  assignee: NewAssignee | null;
  contact: ContactFields | null;
}

const toLink = ({ id, contact }: Conversation): LinkedConversation => ({
  id: uuidOf('conversation', id),
  contact_id: uuidOf('contact', contact.id),
});

@Injectable()
export class Tickets {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly references: References,
    private readonly targets: WorkspaceSlaTargets,
  ) {}

  @Handles(createTicket)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createTicket>) {
    const { contact: reference, message: _message, attachments: files, ...draft } = body;
    const message = messageOfTicket(body);
    if (message !== null) {
      requireToWrite(ctx, files.length > 0 ? 'attachments' : 'message');
      // Two requests with one key must not both begin a conversation.
      await this.db.reserveKey(ctx);
    }
    const subject = body.subject ?? firstWords(textOfTicket(body) ?? '');
    // The contact is resolved last: a contact that this creates remains even if the ticket is rejected.
    const targets = await this.targets.of(ctx);
    const assignee = await this.projections.assignee(ctx, body.assignee_id);
    const inbox = await this.references.inbox(ctx, body.inbox_id);
    const linked = await this.references.conversation(ctx, body.conversation_id);
    const contact = await this.references.contact(ctx, reference, linked);
    const conversation =
      message === null || contact === null
        ? linked
        : await this.references
            .withMessage(ctx, linked, contact, { ...body, subject, message })
            .catch((error: unknown) => {
              const isOfFiles = files.length > 0 && error instanceof ApiError;
              throw isOfFiles ? error.withParam((param) => param.replace(/^message\./u, '')) : error;
            });
    const at = new Date();
    const ids = {
      id: uuidOfNewRecord(ctx),
      contact_id: contact?.id ?? null,
      assignee_id: assignee?.id ?? null,
      inbox_id: inbox,
      conversation_id: conversation && uuidOf('conversation', conversation.id),
    };
    return this.db.transaction(ctx, async (tx) => {
      await requireActive(tx, assignee);
      const inserted = newTicketRow({ ...draft, subject }, ids, at, targets);
      const row = await tx.insert(TicketRow, inserted, duplicates(draft));
      const created = {
        ...row,
        ...contactColumns(contact),
        assignee_name: assignee?.name ?? null,
      };
      const ticket = toTicket(created, at);
      tx.emit(ticketCreated, ticket);
      if (ticket.assignee !== null) tx.emit(ticketAssigned, ticket, { assignee: null });
      emitLink(tx, ticket);
      return ticket;
    });
  }

  @Handles(getTicket)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getTicket>) {
    const row = await this.db.read(ctx).one(queries.findTicket, [uuidOf('ticket', params.ticket_id)]);
    if (row === undefined) throw notFound('ticket');
    return toTicket(row, new Date());
  }

  @Handles(listTickets)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listTickets>) {
    const at = new Date();
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.ticketListAt(at), query);
    return { ...page, items: rows.map((row) => toTicket(row, at)) };
  }

  @Handles(searchTickets)
  async search(ctx: TenantContext, input: ParsedInput<typeof searchTickets>) {
    const at = new Date();
    const list = queries.ticketListAt(at);
    const { rows, ...found } = await searchBest(this.db.read(ctx), list, searchableTickets, input);
    return { ...found, items: rows.map((row) => toTicket(row, at)) };
  }

  @Handles(updateTicket)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateTicket>) {
    const id = uuidOf('ticket', params.ticket_id);
    // A contact that this creates remains, so the ticket must exist.
    const own = body.contact && (await this.db.read(ctx).one(queries.findTicket, [id]));
    if (body.contact != null && own === undefined) throw notFound('ticket');
    const patch = await this.#resolve(ctx, body, own?.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockTickets, [[id]], (found) => versionAt(found, new Date()));
      if (row === undefined) throw notFound('ticket');
      return (await this.#change(tx, row, patch)) ?? toTicket(row, new Date());
    });
  }

  @Handles(deleteTicket)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteTicket>) {
    const id = uuidOf('ticket', params.ticket_id);
    return this.db.transaction(ctx, async (tx) => {
      const at = new Date();
      const row = await tx.lock(queries.lockTickets, [[id]], (found) => versionAt(found, at));
      if (row === undefined) throw notFound('ticket');
      // Transitions that have happened keep their events, and the version in `If-Match` counts them.
      await emitSlaTransitions(tx, row, at);
      await tx.remove(TicketRow, id);
      tx.emit(ticketDeleted, { id: params.ticket_id });
    });
  }

  @Handles(updateTickets)
  async updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateTickets>) {
    const patch = await this.#resolve(ctx, body.update).catch((error: unknown) => {
      throw error instanceof ApiError ? error.withParamPrefix('update') : error;
    });
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'ticket',
        lock: queries.lockTickets,
        change: async (row) => (await this.#change(tx, row, patch)) !== null,
      }),
    );
  }

  /** Resolves the ids in a patch. Throws 422 for an unknown reference and for tags that no ticket could take. */
  async #resolve(ctx: TenantContext, body: TicketUpdate, own: string | null = null): Promise<ResolvedPatch> {
    const { assignee_id: assigneeId, inbox_id: inboxId, conversation_id: conversationId, ...others } = body;
    const { contact: reference, ...rest } = others;
    const assignee = await this.projections.assignee(ctx, assigneeId ?? null);
    const inbox = await this.references.inbox(ctx, inboxId ?? null);
    const conversation = await this.references.conversation(ctx, conversationId ?? null);
    const contact = await this.references.contact(ctx, reference ?? null, conversation, own);
    const patch = {
      ...rest,
      ...resolveTagChanges(rest),
      ...(assigneeId === undefined ? {} : { assignee_id: assignee?.id ?? null }),
      ...(inboxId === undefined ? {} : { inbox_id: inbox }),
      ...(conversationId === undefined ? {} : { conversation: conversation && toLink(conversation) }),
      ...(reference === undefined ? {} : { contact_id: contact?.id ?? null }),
    };
    return { patch, targets: await this.targets.of(ctx), assignee, contact };
  }

  /** Applies a patch to a locked row and emits its events. Returns `null` if the patch changes nothing. */
  async #change(
    tx: Transaction,
    row: queries.TicketWithSummaries,
    resolved: ResolvedPatch,
  ): Promise<Ticket | null> {
    const at = new Date();
    const { patch, targets, assignee, contact } = resolved;
    const changes = ticketChanges(row, patch, at, targets);
    if ('assignee_id' in changes) await requireActive(tx, assignee);
    return changeTicket(tx, row, changes, at, {
      ...('assignee_id' in changes && { assignee_name: assignee?.name ?? null }),
      ...('contact_id' in changes && contactColumns(contact ?? null)),
    });
  }
}
