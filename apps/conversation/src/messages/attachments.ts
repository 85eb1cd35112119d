import { Inject, Injectable } from '@nestjs/common';
import { attachFiles, confirmFiles, type Attachment, type Id, type Upload } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Rpc } from '@parley/rpc';

/** The response waits for it. */
const CONFIRM_TIMEOUT_MS = 2_000;

interface Recipient {
  conversation_id: Id<'conversation'>;
  message_id: Id<'message'>;
}

/** Attaches files to messages. The file service owns them. */
@Injectable()
export class Attachments {
  constructor(
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Attaches uploads to a message, which `commit` inserts, and confirms them. If it fails, the gateway discards them or calls again. */
  async attach<T>(
    ctx: TenantContext,
    recipient: Recipient,
    uploads: Upload[],
    commit: (attachments: Attachment[]) => Promise<T>,
  ): Promise<T> {
    const attachments = await this.rpc.call(attachFiles, ctx, { ...recipient, uploads });
    const result = await commit(attachments);
    await this.#confirm(ctx, recipient.message_id);
    return result;
  }

  async #confirm(ctx: TenantContext, messageId: Id<'message'>): Promise<void> {
    try {
      const deadline = Math.min(ctx.deadline, Date.now() + CONFIRM_TIMEOUT_MS);
      await this.rpc.call(confirmFiles, { ...ctx, deadline }, { message_id: messageId });
    } catch (error) {
      // The message is committed. The file service finds that out by itself.
      this.logger.warn(
        { event: 'attachments.confirm.failed', err: error, request_id: ctx.requestId, message_id: messageId },
        'Cannot confirm the attachments of a message',
      );
    }
  }
}
