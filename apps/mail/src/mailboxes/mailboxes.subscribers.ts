import { Injectable } from '@nestjs/common';
import { inboxDeleted, mailboxUpdated, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { Database, type Transaction } from '@parley/persistence';
import { inTenant, type WorkspaceContext } from '@parley/runtime/context';
import { changedFields } from '@parley/runtime/records';
import { MailConfig } from '../mail.config.ts';
import { MailboxRow, type MailboxWithActivity } from './mailbox.entity.ts';
import { toMailbox } from './mailbox.serializer.ts';
import { findMailboxesOfInbox, lockMailbox } from './mailboxes.queries.ts';

@Injectable()
export class MailboxSubscribers {
  constructor(
    private readonly db: Database,
    private readonly config: MailConfig,
  ) {}

  /** Uses a transaction for each mailbox, because each belongs to a mode; a repeat finds nothing left to do. */
  @On(inboxDeleted)
  async leaveInboxWhenItIsDeleted({ data }: EventOf<typeof inboxDeleted>, tx: Transaction<WorkspaceContext>) {
    const { ctx } = tx;
    const inbox = uuidOf('inbox', data.id);
    for (const { id, mode } of await tx.query(findMailboxesOfInbox, [inbox]))
      await this.db.transaction(inTenant(ctx, ctx.tenant.workspaceId, mode), async (own) => {
        const [row] = await own.lockAll(lockMailbox, [[id]]);
        if (row?.inbox_id !== inbox) return;
        const changes = { inbox_id: null };
        const after = await own.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, changes);
        const mailbox = toMailbox(after, this.config.MAIL_URL);
        own.emit(mailboxUpdated, mailbox, changedFields(toMailbox(row, this.config.MAIL_URL), mailbox));
      });
  }
}
