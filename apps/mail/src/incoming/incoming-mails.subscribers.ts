import { Injectable } from '@nestjs/common';
import {
  conversationDeleted,
  deleteFilesOfMessages,
  encodeId,
  messageRedacted,
  uuidOf,
  type EventOf,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { forgetMessage, forgetOfConversation } from './incoming-mails.queries.ts';

/** Messages whose files are deleted together: each may have a hundred. */
const MESSAGES_PER_CALL = 50;

/** Forgets mails with their messages, except for the hashes by which a copy that arrives later is known. */
@Injectable()
export class IncomingMailSubscribers {
  constructor(private readonly rpc: Rpc) {}

  /** The file service deletes the source of the mail with the other files of the message. */
  @On(messageRedacted)
  async forgetMailWhenMessageIsRedacted({ data }: EventOf<typeof messageRedacted>, tx: Transaction) {
    await tx.query(forgetMessage, [uuidOf('message', data.id)]);
  }

  /** The file service knows those mails alone that began the conversation: which one others belong to was not known when they were stored. */
  @On(conversationDeleted)
  async forgetMailsWhenConversationIsDeleted({ data }: EventOf<typeof conversationDeleted>, tx: Transaction) {
    const forgotten = await tx.query(forgetOfConversation, [uuidOf('conversation', data.id)]);
    for (let at = 0; at < forgotten.length; at += MESSAGES_PER_CALL) {
      const ids = forgotten
        .slice(at, at + MESSAGES_PER_CALL)
        .map((row) => encodeId('message', row.message_id));
      await this.rpc.call(deleteFilesOfMessages, tx.ctx, { message_ids: ids });
    }
  }
}
