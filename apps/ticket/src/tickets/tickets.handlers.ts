import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createTicket,
  deleteTicket,
  encodeId,
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
  ticketSnoozed,
  updateTicket,
  updateTickets,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import {
  contactColumns,
  duplicates,
  Merging,
  Projections,
  RecordNumbers,
  requireActive,
  requireExisting,
} from '@parley/projections';
import { type TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { changeEach, Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { WorkspaceSlaTargets } from '../sla/sla-targets.handlers.ts';
import { References, requireToWrite } from './references.ts';
import { emitSlaTransitions } from '../sla/sla-transitions.ts';
import { emitLink } from './change-ticket.ts';
import { MERGING_TICKETS } from './merging/ticket-merging.queries.ts';
import { TicketRow } from './ticket.entity.ts';
import { TicketUpdates } from './ticket-updates.ts';
import { firstWords, newTicketRow } from './ticket.rules.ts';
import { toTicket, versionAt } from './ticket.serializer.ts';
import * as queries from './tickets.queries.ts';

@Injectable()
export class Tickets {
  readonly #merging = new Merging(MERGING_TICKETS);

  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly numbers: RecordNumbers,
    private readonly references: References,
    private readonly targets: WorkspaceSlaTargets,
    private readonly updates: TicketUpdates,
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
    const { targets, assignee, team, inbox, linked } = await this.#referencesOf(ctx, body);
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
      number: await this.numbers.next(ctx),
      contact_id: contact?.id ?? null,
      assignee_id: assignee?.id ?? null,
      team_id: team?.id ?? null,
      inbox_id: inbox?.id ?? null,
      conversation_id: conversation && uuidOf('conversation', conversation.id),
    };
    return this.db.transaction(ctx, async (tx) => {
      await requireActive(tx, assignee);
      await requireExisting(tx, team);
      const inserted = newTicketRow({ ...draft, subject }, ids, at, targets);
      const row = await tx.insert(TicketRow, inserted, duplicates(draft));
      const created = {
        ...row,
        ...contactColumns(contact),
        assignee_name: assignee?.name ?? null,
        team_name: team?.name ?? null,
      };
      const ticket = toTicket(created, at);
      tx.emit(ticketCreated, ticket);
      if (ticket.snoozed_until !== null) tx.emit(ticketSnoozed, ticket, { snoozed_until: null });
      if (ticket.assignee !== null) tx.emit(ticketAssigned, ticket, { assignee: null });
      emitLink(tx, ticket);
      return ticket;
    });
  }

  /** What a new ticket refers to, but its contact. */
  async #referencesOf(ctx: TenantContext, body: ParsedInput<typeof createTicket>['body']) {
    const inbox = await this.references.inbox(ctx, body.inbox_id);
    return {
      targets: await this.targets.of(ctx),
      assignee: await this.projections.assignee(ctx, body.assignee_id),
      team: await this.references.team(ctx, body.team_id, inbox),
      inbox,
      linked: await this.references.conversation(ctx, body.conversation_id),
    };
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
    const patch = await this.updates.resolve(ctx, body, own?.contact_id);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockTickets, [[id]], (found) => versionAt(found, new Date()));
      if (row === undefined) throw notFound('ticket');
      return (await this.updates.apply(tx, row, patch)) ?? toTicket(row, new Date());
    });
  }

  @Handles(deleteTicket)
  remove(ctx: TenantContext, { params }: ParsedInput<typeof deleteTicket>) {
    const id = uuidOf('ticket', params.ticket_id);
    return this.db.transaction(ctx, async (tx) => {
      const at = new Date();
      const row = await tx.lock(queries.lockTickets, [[id]], (found) => versionAt(found, at));
      // A caller that has the id of a merged one does not know of all that would be deleted.
      if (row?.id !== id) throw notFound('ticket');
      // Transitions that have happened keep their events, and the version in `If-Match` counts them.
      await emitSlaTransitions(tx, row, at);
      await tx.remove(TicketRow, row.id);
      for (const deleted of [row, ...(await this.#merging.forget(tx, row))])
        tx.emit(ticketDeleted, { id: encodeId('ticket', deleted.id) });
    });
  }

  @Handles(updateTickets)
  async updateMany(ctx: TenantContext, { body }: ParsedInput<typeof updateTickets>) {
    const patch = await this.updates.resolve(ctx, body.update).catch((error: unknown) => {
      throw error instanceof ApiError ? error.withParamPrefix('update') : error;
    });
    return this.db.transaction(ctx, (tx) =>
      changeEach(tx, body.ids, {
        kind: 'ticket',
        lock: queries.lockTickets,
        survivors: MERGING_TICKETS.survivors,
        change: async (row) => (await this.updates.apply(tx, row, patch)) !== null,
      }),
    );
  }
}
