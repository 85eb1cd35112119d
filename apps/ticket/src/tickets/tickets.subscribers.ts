import { Injectable } from '@nestjs/common';
import { messageCreated, ticketUpdated, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { changedFields } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { announceClock } from './sla-events.ts';
import { answerClock } from './sla.rules.ts';
import { onClock } from './ticket.rules.ts';
import { TicketRow } from './ticket.entity.ts';
import { lockUnanswered, toTicket } from './tickets.queries.ts';

@Injectable()
export class TicketSubscribers {
  /** The first reply of a user that the contact sees is the first response of the tickets that link the conversation. */
  @On(messageCreated)
  async stopClockWhenUserReplies(event: EventOf<typeof messageCreated>, tx: Transaction): Promise<void> {
    const { conversation_id: conversationId, type, author, created_at: createdAt } = event.data;
    if (type !== 'reply' || author.type !== 'user') return;
    const at = new Date(createdAt);
    const rows = await tx.query(lockUnanswered, [uuidOf('conversation', conversationId), at]);
    for (const row of rows) {
      const before = await announceClock(tx, row, at);
      const changes = onClock(before, answerClock(before, at), at);
      const ticket = toTicket(await tx.update(TicketRow, before, changes), at);
      tx.emit(ticketUpdated, ticket, changedFields(toTicket(before, at), ticket));
    }
  }
}
