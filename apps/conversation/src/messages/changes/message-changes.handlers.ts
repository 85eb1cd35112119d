import { Injectable } from '@nestjs/common';
import {
  deleteMessage,
  messageRedacted,
  messageUpdated,
  notFound,
  updateMessage,
  uuidOf,
  type ParsedInput,
  type Principal,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database, IdempotencyStore } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { anonymous } from '../delivery/delivery.rules.ts';
import { MessageRow } from '../message.entity.ts';
import { uuidsOf } from '../message.rules.ts';
import { toMessage } from '../message.serializer.ts';
import { lockMessage } from '../messages.queries.ts';
import { requireEditable, requireOwn } from './message-change.rules.ts';

/** Second thoughts about what was written: the text of a note changes, and that of any message goes. */
@Injectable()
export class MessageChanges {
  constructor(
    private readonly db: Database,
    private readonly links: FileLinks,
    private readonly idempotency: IdempotencyStore,
  ) {}

  @Handles(updateMessage)
  edit(ctx: TenantContext, { params, body: { body } }: ParsedInput<typeof updateMessage>) {
    const principal = principalOf(ctx);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(lockMessage, uuidsOf(params));
      if (row === undefined) throw notFound('message');
      requireEditable(row);
      requireOwn(row, principal);
      const before = toMessage(row, this.links);
      if (body === row.body) return before;
      const change = { body, edited_at: new Date(), edited_by: uuidOf('user', principal.userId) };
      const message = toMessage(await tx.update(MessageRow, row, change), this.links);
      const { body: text, edited_at: at, edited_by: by } = before;
      tx.emit(messageUpdated, message, { body: text, edited_at: at, edited_by: by });
      return message;
    });
  }

  @Handles(deleteMessage)
  redact(ctx: TenantContext, { params }: ParsedInput<typeof deleteMessage>) {
    const principal = principalOf(ctx);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(lockMessage, uuidsOf(params));
      if (row === undefined || row.redacted_at !== null) throw notFound('message');
      requireOwn(row, principal);
      const delivery = row.delivery === null ? null : anonymous(row.delivery);
      const removed = { body: '', quoted_body: null, attachments: [], email: null, html: null, delivery };
      const change = { ...removed, redacted_at: new Date(), redacted_by: uuidOf('user', principal.userId) };
      const message = toMessage(await tx.update(MessageRow, row, change), this.links);
      await this.idempotency.replace(tx, params.conversation_id, message);
      // The services that have copies remove them: of files, mails and events.
      tx.emit(messageRedacted, message);
    });
  }
}

function principalOf({ principal }: TenantContext): Principal {
  if (principal === undefined) throw new Error('a message is changed by a request alone');
  return principal;
}
