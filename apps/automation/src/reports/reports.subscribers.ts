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
import { byTenant, On, OnBatch, type BatchItem } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { applyEvent, creationOf, isReply } from './report-events.ts';
import { isSeen } from './report-facts.rules.ts';
import { storeChange, storeCreations } from './report-facts.ts';

type Created = EventOf<typeof ticketCreated> | EventOf<typeof conversationCreated>;

/** Keeps the facts that reports count. Events of a record may arrive in any order, and more than once. */
@Injectable()
export class ReportSubscribers {
  @OnBatch([ticketCreated, conversationCreated])
  async countRecordsWhenCreated(batch: readonly BatchItem<Created, Transaction>[]) {
    for (const items of byTenant(batch).values()) {
      const { tx } = items[0] as BatchItem<Created, Transaction>;
      const creations = items.map(({ event }) => creationOf(event, event.sequence));
      for (const { change, place, ...record } of await storeCreations(tx, creations))
        await storeChange(tx, record, change, place);
    }
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
