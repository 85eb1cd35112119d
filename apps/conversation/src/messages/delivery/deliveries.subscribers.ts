import { Injectable } from '@nestjs/common';
import { outgoingMailUpdated, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { FileLinks } from '@parley/files';
import type { Transaction } from '@parley/persistence';
import { lockMessageById } from '../messages.queries.ts';
import { advanceDelivery, isLeaving } from './advance-delivery.ts';

@Injectable()
export class DeliverySubscribers {
  constructor(private readonly links: FileLinks) {}

  /** What came of an earlier request to send the message changes nothing: it was sent again. */
  @On(outgoingMailUpdated)
  async advanceDeliveryWhenOutgoingMailIsUpdated(
    { data, sequence: order }: EventOf<typeof outgoingMailUpdated>,
    tx: Transaction,
  ) {
    const row = await tx.lock(lockMessageById, [uuidOf('message', data.message_id)]);
    if (row === undefined || row.outgoing_number !== data.number || !isLeaving(row)) return;
    await advanceDelivery(tx, row, { ...data.delivery, order }, this.links);
  }
}
