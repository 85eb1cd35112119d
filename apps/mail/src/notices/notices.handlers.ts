import { Injectable } from '@nestjs/common';
import { getNoticeState, sendDigest, sendNotice, uuidOf, type ParsedInput } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { Context } from '@parley/runtime/context';
import { newMessageId } from '../composing/message-id.ts';
import { NoticeQueue } from './notice-queue.ts';
import { NoticeSender } from './notice-sender.ts';
import { SystemMailbox } from './system-mailbox.ts';

/** What other services ask the mail service to send for the product itself. */
@Injectable()
export class Notices {
  constructor(
    private readonly db: Database,
    private readonly mailbox: SystemMailbox,
    private readonly queue: NoticeQueue,
    private readonly sender: NoticeSender,
  ) {}

  @Handles(getNoticeState)
  state(_ctx: Context, _input: ParsedInput<typeof getNoticeState>) {
    return Promise.resolve({ is_on: this.mailbox.isOn });
  }

  /** Answers the same whether or not a budget is used up: the caller may pass the answer on to a stranger. */
  @Handles(sendNotice)
  async send(_ctx: Context, { id, email, notice }: ParsedInput<typeof sendNotice>) {
    if (!this.mailbox.isOn) return { accepted: false };
    const workspace = notice.kind === 'invitation' ? uuidOf('workspace', notice.workspace.id) : null;
    const stored = { to: email, message_id: newMessageId(this.mailbox.sender.address), notice };
    if (await this.queue.add(this.db, { id, workspace, stored })) this.sender.wake();
    return { accepted: true };
  }

  @Handles(sendDigest)
  async digest(_ctx: Context, { id, workspace_id: workspace, digest }: ParsedInput<typeof sendDigest>) {
    if (!this.mailbox.isOn) return { accepted: false };
    const stored = { to: null, notice: { kind: 'notification_digest' as const, ...digest } };
    if (await this.queue.add(this.db, { id, workspace: uuidOf('workspace', workspace), stored }))
      this.sender.wake();
    return { accepted: true };
  }
}
