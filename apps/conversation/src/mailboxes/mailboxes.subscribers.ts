import { Injectable } from '@nestjs/common';
import { mailboxCreated, mailboxDeleted, mailboxUpdated, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { inWorkspace } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { changeInBatches } from '@parley/projections';
import { changeConversation } from '../conversations/change-conversation.ts';
import { lockConversationsOfMailbox } from '../conversations/conversations.queries.ts';
import { markMailboxDeleted, projected, upsertMailbox } from './mailboxes.queries.ts';

@Injectable()
export class MailboxSubscribers {
  constructor(private readonly db: Database) {}

  @On([mailboxCreated, mailboxUpdated])
  async projectMailboxWhenChanged(
    { data, sequence }: EventOf<typeof mailboxCreated> | EventOf<typeof mailboxUpdated>,
    tx: Transaction,
  ) {
    await tx.query(upsertMailbox, projected(data, sequence));
  }

  @On(mailboxDeleted)
  async removeMailboxFromConversationsWhenDeleted(
    { data, sequence }: EventOf<typeof mailboxDeleted>,
    { ctx }: Transaction,
  ) {
    const id = uuidOf('mailbox', data.id);
    // Committed first: from then on no conversation gets the mailbox.
    await this.db.transaction(ctx, (tx) => tx.query(markMailboxDeleted, [id, sequence]));
    await changeInBatches(this.db, inWorkspace(ctx, ctx.tenant.workspaceId), async (batch, after) => {
      const rows = await batch.lockAll(lockConversationsOfMailbox, [id, after.created_at, after.id]);
      for (const row of rows) await changeConversation(batch, row, { mailbox_id: null });
      return rows;
    });
  }
}
