import { Injectable } from '@nestjs/common';
import { fileDeleted, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { markAttachmentDeleted } from './messages.queries.ts';

@Injectable()
export class MessageSubscribers {
  @On(fileDeleted)
  async markAttachmentWhenFileIsDeleted({ data, time }: EventOf<typeof fileDeleted>, tx: Transaction) {
    await tx.query(markAttachmentDeleted, [data.id, data.deleted_at ?? time]);
  }
}
