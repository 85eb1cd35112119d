import { Inject, Injectable } from '@nestjs/common';
import {
  attachFiles,
  confirmFiles,
  hasRequiredScope,
  insufficientScope,
  type Attachable,
  type Id,
  type Scope,
  type StoredAttachment,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { markAttachmentDeleted } from './messages.queries.ts';

/** The response waits for it. */
const CONFIRM_TIMEOUT_MS = 2_000;

/** Scope needed to attach a file by its id: its message shows a link to the content. */
const READ: Scope = 'files:read';

interface Recipient {
  conversation_id: Id<'conversation'>;
  message_id: Id<'message'>;
}

/** Attaches files to messages. The file service owns them. */
@Injectable()
export class Attachments {
  constructor(
    private readonly rpc: Rpc,
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Attaches files to a message that the caller commits next. If that fails, the gateway discards uploads or calls again, and the
   * file service undoes the rest. Throws 403 for the id of a file that the caller may not read, 422 for what cannot be attached.
   */
  async attach(ctx: TenantContext, recipient: Recipient, files: Attachable[]): Promise<StoredAttachment[]> {
    const haveIds = files.some((file) => typeof file === 'string');
    if (haveIds && !hasRequiredScope(ctx.principal?.scopes ?? [], READ))
      throw insufficientScope([READ], 'attachments');
    return files.length === 0 ? [] : this.rpc.call(attachFiles, ctx, { ...recipient, files });
  }

  /** Has the attachments of a committed message kept. */
  async confirm(
    ctx: TenantContext,
    messageId: Id<'message'>,
    attachments: StoredAttachment[],
  ): Promise<void> {
    if (attachments.length === 0) return;
    try {
      const deadline = Math.min(ctx.deadline, Date.now() + CONFIRM_TIMEOUT_MS);
      const deleted = await this.rpc.call(confirmFiles, { ...ctx, deadline }, { message_id: messageId });
      // Their events came before the message was there.
      for (const id of deleted)
        await this.db.transaction(ctx, (tx) =>
          tx.query(markAttachmentDeleted, [id, new Date().toISOString()]),
        );
    } catch (error) {
      // The message is committed. The file service finds that out by itself.
      this.logger.warn(
        { event: 'attachments.confirm.failed', err: error, request_id: ctx.requestId, message_id: messageId },
        'Cannot confirm the attachments of a message',
      );
    }
  }
}
