import { Injectable } from '@nestjs/common';
import { mailboxDisconnected, uuidOf, webhookDisabled, type EventOf, type Id } from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import { uuidFor } from '@parley/runtime/records';
import { NoticeQueue } from './notice-queue.ts';
import { NoticeSender } from './notice-sender.ts';
import type { AdminNotice } from './notice.ts';
import { SystemMailbox } from './system-mailbox.ts';

/** Tells admins by mail what stops working without anybody seeing it. Test mode mails nobody. */
@Injectable()
export class NoticeSubscribers {
  constructor(
    private readonly mailbox: SystemMailbox,
    private readonly queue: NoticeQueue,
    private readonly sender: NoticeSender,
  ) {}

  /** Not where a person has disabled it, or has lost the right to it. */
  @On(webhookDisabled)
  async notifyAdminsWhenWebhookIsDisabled(
    { id, data }: EventOf<typeof webhookDisabled>,
    tx: Transaction,
  ): Promise<void> {
    const { id: webhook_id, disabled_reason: reason } = data;
    if (reason !== 'gone' && reason !== 'failing') return;
    await this.#notify(tx, id, { kind: 'webhook_disabled', webhook_id, reason });
  }

  @On(mailboxDisconnected)
  async notifyAdminsWhenMailboxIsDisconnected(
    { id, data }: EventOf<typeof mailboxDisconnected>,
    tx: Transaction,
  ): Promise<void> {
    // The message may have words of the server, which are for the console alone.
    const { code = null, affects = 'sending' } = data.status_reason ?? {};
    await this.#notify(tx, id, { kind: 'mailbox_disconnected', mailbox_id: data.id, code, affects });
  }

  async #notify(tx: Transaction, event: Id<'event'>, notice: AdminNotice): Promise<void> {
    if (!this.mailbox.isOn || tx.ctx.tenant.mode === 'test') return;
    const id = uuidFor('event', uuidOf('event', event));
    const isQueued = await this.queue.add(tx, { id, workspace: tx.workspace, stored: { to: null, notice } });
    if (isQueued) tx.afterCommit(() => this.sender.wake());
  }
}
