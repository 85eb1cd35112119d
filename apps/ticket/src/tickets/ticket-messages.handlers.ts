import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createMessage,
  createTicketMessage,
  encodeId,
  invalidParameter,
  listMessages,
  listTicketMessages,
  notFound,
  uuidOf,
  type Id,
  type Message,
  type Page,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { changeTicket } from './change-ticket.ts';
import { References } from './references.ts';
import type { TicketRow } from './ticket.entity.ts';
import { findTicket, lockTickets } from './tickets.queries.ts';

const NO_MESSAGES: Page<Message> = {
  items: [],
  total_count: 0,
  total_count_relation: 'eq',
  next_cursor: null,
  resume_cursor: null,
};

/** The messages of a ticket are those of its conversation, which the conversation service owns. */
@Injectable()
export class TicketMessages {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly references: References,
  ) {}

  @Handles(listTicketMessages)
  async list(ctx: TenantContext, { params, query }: ParsedInput<typeof listTicketMessages>) {
    const conversation_id = await this.#conversationOf(ctx, params.ticket_id);
    if (conversation_id === null) return NO_MESSAGES;
    // As a query has them, in text.
    const { page, per_page, ...rest } = query;
    const sent = { ...rest, page: String(page), per_page: String(per_page) };
    return this.rpc.call(listMessages, ctx, { params: { conversation_id }, query: sent });
  }

  @Handles(createTicketMessage)
  async create(ctx: TenantContext, { params, body }: ParsedInput<typeof createTicketMessage>) {
    await this.db.reserveKey(ctx);
    const conversation_id =
      (await this.#conversationOf(ctx, params.ticket_id)) ?? (await this.#begin(ctx, params.ticket_id));
    const message = await this.rpc.call(createMessage, ctx, { params: { conversation_id }, body });
    // The answer is stored under the Idempotency-Key.
    return this.db.transaction(ctx, () => Promise.resolve(message));
  }

  async #conversationOf(ctx: TenantContext, id: Id<'ticket'>): Promise<Id<'conversation'> | null> {
    const row = await this.db.read(ctx).one(findTicket, [uuidOf('ticket', id)]);
    if (row === undefined) throw notFound('ticket');
    return row.conversation_id === null ? null : encodeId('conversation', row.conversation_id);
  }

  /** Begins the conversation of a ticket under the lock of the ticket, so that it gets only one. */
  #begin(ctx: TenantContext, id: Id<'ticket'>): Promise<Id<'conversation'>> {
    const work = { ...ctx, idempotency: undefined };
    return this.db.transaction(work, async (tx) => {
      const [row] = await tx.lockAll(lockTickets, [[uuidOf('ticket', id)]]);
      if (row === undefined) throw notFound('ticket');
      if (row.conversation_id !== null) return encodeId('conversation', row.conversation_id);
      const contact = contactToWriteTo(row);
      const { subject, priority } = row;
      const inbox_id = row.inbox_id === null ? null : encodeId('inbox', row.inbox_id);
      const created = await this.references
        .newConversation(ctx, contact, { subject, priority, inbox_id })
        .catch(refuseTicketOfDeletedContact);
      const changes = { conversation_id: uuidOf('conversation', created.id) };
      await changeTicket(tx, row, changes, new Date());
      return created.id;
    });
  }
}

/** The contact whom the first message of a ticket is for. Throws 422 without one. */
export function contactToWriteTo({ contact_id: id }: Pick<TicketRow, 'contact_id'>): { id: string } {
  if (id === null)
    throw invalidParameter('ticket_id', 'must be a ticket with a contact, or with a conversation', 'path');
  return { id };
}

/** The request names the ticket, and not its contact. */
export function refuseTicketOfDeletedContact(error: unknown): never {
  if (error instanceof ApiError && error.param?.startsWith('contact') === true)
    throw invalidParameter('ticket_id', 'must be a ticket whose contact is not deleted', 'path');
  throw error;
}
