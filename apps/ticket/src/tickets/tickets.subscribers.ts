import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  messageCreated,
  ticketUpdated,
  userDeactivated,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import { type WorkspaceContext } from '@parley/runtime/context';
import { changedFields } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { unassignWork, type RecordToChange } from '@parley/projections';
import { emitSlaTransitions } from '../sla/sla-transitions.ts';
import { stopTimerOnReply } from '../sla/sla.rules.ts';
import { withNextTransition } from './ticket.rules.ts';
import { TicketRow } from './ticket.entity.ts';
import { toTicket } from './ticket.serializer.ts';
import {
  lockOpenTicketsOfAssignee,
  lockTicketsOfConversation,
  lockTicketsToAnswer,
} from './tickets.queries.ts';

@Injectable()
export class TicketSubscribers {
  constructor(private readonly db: Database) {}

  /** A user's first reply that the contact sees is the first response to every ticket that links the conversation. */
  @On(messageCreated)
  async stopSlaTimerWhenUserReplies(event: EventOf<typeof messageCreated>, tx: Transaction) {
    const { conversation_id: conversationId, type, author, created_at: createdAt } = event.data;
    if (type !== 'reply' || author.type !== 'user') return;
    const at = new Date(createdAt);
    const rows = await tx.lockAll(lockTicketsToAnswer, [uuidOf('conversation', conversationId), at]);
    for (const row of rows) {
      const before = await emitSlaTransitions(tx, row, at);
      const changes = withNextTransition(before, stopTimerOnReply(before, at), at);
      const ticket = toTicket(await tx.update(TicketRow, before, changes), at);
      tx.emit(ticketUpdated, ticket, changedFields(toTicket(before, at), ticket));
    }
  }

  @On(conversationDeleted)
  async unlinkConversationWhenDeleted(event: EventOf<typeof conversationDeleted>, tx: Transaction) {
    const at = new Date();
    const rows = await tx.lockAll(lockTicketsOfConversation, [uuidOf('conversation', event.data.id)]);
    for (const row of rows) {
      const before = await emitSlaTransitions(tx, row, at);
      const ticket = toTicket(await tx.update(TicketRow, before, { conversation_id: null }), at);
      tx.emit(ticketUpdated, ticket, changedFields(toTicket(before, at), ticket));
    }
  }

  /** Somebody else has to do it. What is resolved or closed still tells who did it. */
  @On(userDeactivated)
  unassignTicketsWhenUserIsDeactivated(
    event: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    return unassignWork(this.db, tx.ctx, event, unassignTickets);
  }
}

async function unassignTickets(
  tx: Transaction,
  userId: string,
  after: RecordToChange,
): Promise<readonly RecordToChange[]> {
  const at = new Date();
  const rows = await tx.lockAll(lockOpenTicketsOfAssignee, [userId, after.created_at, after.id]);
  for (const row of rows) {
    const before = await emitSlaTransitions(tx, row, at);
    const changed = await tx.update(TicketRow, before, { assignee_id: null });
    const ticket = toTicket({ ...changed, assignee_name: null }, at);
    tx.emit(ticketUpdated, ticket, changedFields(toTicket(before, at), ticket));
  }
  return rows;
}
