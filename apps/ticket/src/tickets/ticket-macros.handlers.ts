import { Injectable } from '@nestjs/common';
import {
  applyMacroToTicket,
  createMessage,
  encodeId,
  lookUpLastMessages,
  notFound,
  uuidOf,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type RowChanges } from '@parley/persistence';
import { rolledBackIf } from '@parley/projections';
import { Handles, Rpc } from '@parley/rpc';
import { References } from './references.ts';
import { contactToWriteTo, refuseTicketOfDeletedContact } from './ticket-messages.handlers.ts';
import type { TicketRow } from './ticket.entity.ts';
import { toTicket } from './ticket.serializer.ts';
import { TicketUpdates } from './ticket-updates.ts';
import { lockTickets, type TicketWithSummaries } from './tickets.queries.ts';

type Input = ParsedInput<typeof applyMacroToTicket>;
type MacroMessage = NonNullable<Input['message']>;

/** A message that was written, and what it changes in its ticket. */
interface Written {
  readonly id: Id<'message'> | null;
  readonly changes: RowChanges<TicketRow>;
}

/**
 * Applies macros. The message is written while the ticket is locked and its update is known to be valid, and before the commit: a
 * message that is refused rolls the update back.
 */
@Injectable()
export class TicketMacros {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly references: References,
    private readonly updates: TicketUpdates,
  ) {}

  @Handles(applyMacroToTicket)
  async apply(ctx: TenantContext, { id, update, message, preview }: Input) {
    const resolved = await this.updates.resolve(ctx, update);
    return this.db.transaction(ctx, (tx) =>
      rolledBackIf(preview, tx, async () => {
        const [row] = await tx.lockAll(lockTickets, [[uuidOf('ticket', id)]]);
        if (row === undefined) throw notFound('ticket');
        const before = toTicket(row, new Date());
        let written: Written = { id: null, changes: {} };
        const after = await this.updates.apply(tx, row, resolved, async () => {
          if (message !== null) written = await this.#write(ctx, row, message, preview);
          return written.changes;
        });
        return { before, after: after ?? before, message_id: written.id };
      }),
    );
  }

  /** Writes into the conversation of a ticket, or begins it. A preview only finds out whether there would be one. */
  async #write(
    ctx: TenantContext,
    row: TicketWithSummaries,
    message: MacroMessage,
    preview: boolean,
  ): Promise<Written> {
    if (row.conversation_id !== null) {
      if (preview) return { id: null, changes: {} };
      const params = { conversation_id: encodeId('conversation', row.conversation_id) };
      const { id } = await this.rpc.call(createMessage, ctx, { params, body: message });
      return { id, changes: {} };
    }
    const contact = contactToWriteTo(row);
    if (preview) return { id: null, changes: {} };
    const { subject, priority } = row;
    const inbox_id = row.inbox_id === null ? null : encodeId('inbox', row.inbox_id);
    const conversation = await this.references
      .newConversation(ctx, contact, { subject, priority, inbox_id, message })
      .catch(refuseTicketOfDeletedContact);
    const [first] = await this.rpc.call(lookUpLastMessages, ctx, { ids: [conversation.id] });
    const changes = { conversation_id: uuidOf('conversation', conversation.id) };
    return { id: first?.id ?? null, changes };
  }
}
