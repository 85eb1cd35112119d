import { Injectable } from '@nestjs/common';
import {
  conversationCreated,
  conversationDeleted,
  conversationMerged,
  conversationUnmerged,
  conversationUpdated,
  messageCreated,
  ticketCreated,
  ticketDeleted,
  ticketMerged,
  ticketUnmerged,
  ticketUpdated,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { applyEvent, isReply } from './report-events.ts';
import { isSeen } from './report-facts.rules.ts';

/** Keeps the facts that reports count. Events of a record may arrive in any order, and more than once. */
@Injectable()
export class ReportSubscribers {
  @On([ticketCreated, conversationCreated])
  countRecordWhenCreated(
    event: EventOf<typeof ticketCreated> | EventOf<typeof conversationCreated>,
    tx: Transaction,
  ) {
    return applyEvent(tx, event, event.sequence);
  }

  @On([ticketUpdated, conversationUpdated], { filter: ({ previous }) => isSeen(previous) })
  countChangeWhenRecordIsUpdated(
    event: EventOf<typeof ticketUpdated> | EventOf<typeof conversationUpdated>,
    tx: Transaction,
  ) {
    return applyEvent(tx, event, event.sequence);
  }

  @On([ticketUnmerged, conversationUnmerged])
  countRecordAgainWhenUnmerged(
    event: EventOf<typeof ticketUnmerged> | EventOf<typeof conversationUnmerged>,
    tx: Transaction,
  ) {
    return applyEvent(tx, event, event.sequence);
  }

  @On([ticketMerged, conversationMerged])
  stopCountingRecordWhenMerged(
    event: EventOf<typeof ticketMerged> | EventOf<typeof conversationMerged>,
    tx: Transaction,
  ) {
    return applyEvent(tx, event, event.sequence);
  }

  @On([ticketDeleted, conversationDeleted])
  forgetRecordWhenDeleted(
    event: EventOf<typeof ticketDeleted> | EventOf<typeof conversationDeleted>,
    tx: Transaction,
  ) {
    return applyEvent(tx, event, event.sequence);
  }

  @On(messageCreated, { filter: ({ data }) => isReply(data) })
  countFirstResponseWhenUserReplies(event: EventOf<typeof messageCreated>, tx: Transaction) {
    return applyEvent(tx, event, event.sequence);
  }
}
