import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  conversationSplit,
  messageRedacted,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import { DEFAULT_DEADLINE_MS } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import {
  DELETE_BATCH,
  moveAttachmentsOfMessages,
  removeAttachmentsOfConversation,
  removeAttachmentsOfMessages,
} from './files.queries.ts';
import { MessageFiles } from './message-files.ts';

/** Longer ones would be retried while they still run. */
const TIME_MAX_MS = 20_000;

@Injectable()
export class FileSubscribers {
  constructor(
    private readonly db: Database,
    private readonly messageFiles: MessageFiles,
  ) {}

  @On(messageRedacted)
  async deleteFilesWhenMessageIsRedacted({ data }: EventOf<typeof messageRedacted>, tx: Transaction) {
    const removed = await tx.query(removeAttachmentsOfMessages, [[uuidOf('message', data.id)]]);
    await this.messageFiles.removeUnattached(tx, removed);
  }

  /** Files are deleted with the conversation that their message is in. */
  @On(conversationSplit)
  async moveFilesWhenConversationIsSplit({ data }: EventOf<typeof conversationSplit>, tx: Transaction) {
    const ids = data.message_ids.map((id) => uuidOf('message', id));
    await tx.query(moveAttachmentsOfMessages, [ids, uuidOf('conversation', data.split_into)]);
  }

  /** Uses a transaction for each batch, because a conversation may have any number of files. */
  @On(conversationDeleted)
  async deleteFilesWhenConversationIsDeleted(
    { data }: EventOf<typeof conversationDeleted>,
    { ctx }: Transaction,
  ) {
    const id = uuidOf('conversation', data.id);
    const until = Date.now() + TIME_MAX_MS;
    let deleted: number;
    do {
      if (Date.now() > until) throw new Error('there are more files than can be deleted at once');
      const batch = { ...ctx, deadline: Date.now() + DEFAULT_DEADLINE_MS };
      deleted = await this.db.transaction(batch, async (tx) => {
        const removed = await tx.query(removeAttachmentsOfConversation, [id]);
        await this.messageFiles.removeUnattached(tx, removed);
        return removed.length;
      });
    } while (deleted === DELETE_BATCH);
  }
}
