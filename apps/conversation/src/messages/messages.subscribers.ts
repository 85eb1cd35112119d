import { Injectable } from '@nestjs/common';
import { fileDeleted, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { markAttachmentDeleted } from './messages.queries.ts';

@Injectable()
export class MessageSubscribers {
  @On(fileDeleted)
  async markAttachmentWhenFileIsDeleted({ data, time }: EventOf<typeof fileDeleted>, tx: Transaction) {
    if (data.message_id === null) return;
    const messageId = uuidOf('message', data.message_id);
    await tx.query(markAttachmentDeleted, [messageId, data.id, data.deleted_at ?? time]);
  }
}
