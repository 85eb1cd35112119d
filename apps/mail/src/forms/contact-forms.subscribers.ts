import { Injectable } from '@nestjs/common';
import { inboxDeleted, uuidOf, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { Database, type Transaction } from '@parley/persistence';
import { inTenant, type WorkspaceContext } from '@parley/runtime/context';
import { MailConfig } from '../mail.config.ts';
import { changeContactForm } from './contact-forms.handlers.ts';
import { findFormsOfInbox, findFormsOfMailbox, lockContactForm } from './contact-forms.queries.ts';

@Injectable()
export class ContactFormSubscribers {
  constructor(
    private readonly db: Database,
    private readonly config: MailConfig,
  ) {}

  /** Uses a transaction for each form, because each belongs to a mode; a repeat finds nothing left to do. */
  @On(inboxDeleted)
  async leaveInboxOfFormWhenItIsDeleted(
    { data }: EventOf<typeof inboxDeleted>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { ctx } = tx;
    const inbox = uuidOf('inbox', data.id);
    for (const { id, mode } of await tx.query(findFormsOfInbox, [inbox]))
      await this.db.transaction(inTenant(ctx, ctx.tenant.workspaceId, mode), async (own) => {
        const row = await own.one(lockContactForm, [id]);
        if (row?.inbox_id !== inbox) return;
        await changeContactForm(own, row, { inbox_id: null }, this.config.MAIL_URL);
      });
  }
}

/** Replies to forms of a mailbox that is deleted are recorded, not sent. */
export async function leaveMailbox(tx: Transaction, mailbox: string, mailUrl: string): Promise<void> {
  for (const row of await tx.query(findFormsOfMailbox, [mailbox]))
    await changeContactForm(tx, row, { mailbox_id: null }, mailUrl);
}
