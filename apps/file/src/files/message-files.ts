import { Injectable } from '@nestjs/common';
import {
  attachFiles,
  confirmFiles,
  deleteFilesOfMessages,
  discardFiles,
  encodeId,
  fileCreated,
  fileDeleted,
  findExistingIncomingMails,
  findExistingMessages,
  moveFilesOfMessage,
  uuidOf,
  type Id,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks, UploadLimitsConfig } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { FileRow } from './file.entity.ts';
import { attachableRows } from './attachment.rules.ts';
import { attachmentUuid, toAttachment, toDeletedFile, toFile } from './file.serializer.ts';
import * as queries from './files.queries.ts';

/** No request commits its message later than this after its files were attached. */
export const UNCONFIRMED_MS = 120_000;

/** The attachments of messages: made before their message is committed, which confirms them. A file goes with the last message that has it. */
@Injectable()
export class MessageFiles {
  constructor(
    private readonly db: Database,
    private readonly links: FileLinks,
    private readonly rpc: Rpc,
    private readonly removedObjects: RemovedObjects,
    private readonly limits: UploadLimitsConfig,
  ) {}

  @Handles(attachFiles)
  attach(ctx: TenantContext, { conversation_id, message_id, files }: ParsedInput<typeof attachFiles>) {
    const ids = files.map((file) => uuidOf('file', typeof file === 'string' ? file : file.id));
    const messageId = uuidOf('message', message_id);
    return this.db.transaction(ctx, async (tx) => {
      const locked = await tx.query(queries.lockAttachable, [ids]);
      const attached = new Set(
        (await tx.query(queries.findAttachedTo, [messageId, ids])).map(({ file_id: id }) => id),
      );
      const found = locked.map((row) => ({ ...row, is_attached: attached.has(row.id) }));
      const rows = attachableRows(found, files, this.limits);
      const expiresAt = new Date(Date.now() + UNCONFIRMED_MS);
      for (const row of rows)
        if (row.status === 'staged')
          await tx.update(FileRow, row, { status: 'available', expires_at: expiresAt });
      const attachmentIds = ids.map((id) => attachmentUuid(messageId, id));
      const conversationId = uuidOf('conversation', conversation_id);
      await tx.query(queries.insertAttachments, [attachmentIds, ids, conversationId, messageId, expiresAt]);
      return rows.map((row) => toAttachment(row, messageId));
    });
  }

  @Handles(confirmFiles)
  confirm(ctx: TenantContext, { message_id }: ParsedInput<typeof confirmFiles>) {
    return this.db.transaction(ctx, (tx) => this.#confirmIn(tx, [uuidOf('message', message_id)]));
  }

  /** The message may exist all the same: a request that was repeated fails, or is replayed, with the same uploads. */
  @Handles(discardFiles)
  async discard(ctx: TenantContext, { ids }: ParsedInput<typeof discardFiles>) {
    const uuids = ids.map((id) => uuidOf('file', id));
    await this.decide(ctx, await this.db.read(ctx).query(queries.findUndecidedFiles, [uuids]));
    return null;
  }

  /** Keeps what messages have that exist, and removes the rest; once, also in several processes at a time. */
  async decide(ctx: TenantContext, undecided: readonly queries.Undecided[]): Promise<void> {
    const messages = [...new Set(undecided.flatMap(({ message_id: id }) => id ?? []))];
    const sources = new Set(undecided.flatMap((one) => (one.is_source ? (one.message_id ?? []) : [])));
    const existing = await this.#existing(ctx, messages, sources);
    await this.db.transaction(ctx, async (tx) => {
      await this.#confirmIn(tx, [...existing]);
      const undone = await tx.query(queries.discardAttachments, [messages.filter((id) => !existing.has(id))]);
      await this.removeUnattached(
        tx,
        undone.filter(({ is_last: isLast }) => isLast),
      );
      // What was confirmed has no expiry any more.
      await tx.query(queries.discardFiles, [abandonedFiles(undecided, existing)]);
      tx.afterCommit(() => this.removedObjects.wake());
    });
  }

  async #existing(
    ctx: TenantContext,
    messages: readonly string[],
    sources: ReadonlySet<string>,
  ): Promise<Set<string>> {
    if (messages.length === 0) return new Set();
    const input = { ids: messages.map((id) => encodeId('message', id)) };
    const existing = new Set(await this.rpc.call(findExistingMessages, ctx, input));
    const others = input.ids.filter((id) => !existing.has(id) && sources.has(uuidOf('message', id)));
    // The source of a mail that is no message, such as one that is held back, is kept as long as its record.
    const incoming =
      others.length === 0 ? [] : await this.rpc.call(findExistingIncomingMails, ctx, { message_ids: others });
    return new Set([...existing, ...incoming].map((id) => uuidOf('message', id)));
  }

  /** Confirms the attachments of messages, and answers which of their files have been deleted meanwhile. */
  async #confirmIn(tx: Transaction, messageIds: readonly string[]): Promise<Id<'file'>[]> {
    const confirmed = (await tx.query(queries.confirmAttachments, [messageIds])).map((one) => one.file_id);
    if (confirmed.length === 0) return [];
    const rows = await tx.query(queries.lockFiles, [confirmed]);
    for (const row of rows) {
      if (row.expires_at === null) continue;
      const file = await tx.update(FileRow, row, { expires_at: null });
      tx.emit(fileCreated, toFile(file, this.links));
    }
    const gone = confirmed.filter((id) => !rows.some((row) => row.id === id));
    if (gone.length > 0) await tx.query(queries.removeAttachmentsOfFiles, [gone]);
    return gone.map((id) => encodeId('file', id));
  }

  @Handles(deleteFilesOfMessages)
  removeOfMessages(ctx: TenantContext, { message_ids }: ParsedInput<typeof deleteFilesOfMessages>) {
    return this.db.transaction(ctx, async (tx) => {
      const ids = message_ids.map((id) => uuidOf('message', id));
      await this.removeUnattached(tx, await tx.query(queries.removeAttachmentsOfMessages, [ids]));
      return null;
    });
  }

  @Handles(moveFilesOfMessage)
  async moveToConversation(ctx: TenantContext, input: ParsedInput<typeof moveFilesOfMessage>) {
    const values = [uuidOf('message', input.message_id), uuidOf('conversation', input.conversation_id)];
    await this.db.transaction(ctx, (tx) => tx.query(queries.moveAttachmentsOfMessage, values));
    return null;
  }

  /** Deletes the files of removed attachments that no message has any more. */
  async removeUnattached(tx: Transaction, removed: readonly { file_id: string }[]): Promise<void> {
    if (removed.length === 0) return;
    // Nobody attaches them before the end of the transaction; what was attached before, the next statement sees.
    const rows = await tx.query(queries.lockFiles, [removed.map(({ file_id: id }) => id)]);
    const attached = new Set(
      (await tx.query(queries.findAttached, [rows.map(({ id }) => id)])).map(({ file_id: id }) => id),
    );
    if (attached.size > 0) await tx.query(queries.markLastAttachments, [[...attached]]);
    const unattached = rows.filter(({ id }) => !attached.has(id));
    if (unattached.length === 0) return;
    await tx.query(queries.deleteFiles, [unattached.map(({ id }) => id)]);
    const at = new Date();
    for (const row of unattached)
      if (row.status === 'available') tx.emit(fileDeleted, toDeletedFile(row, at));
    tx.afterCommit(() => this.removedObjects.wake());
  }
}

/** Files of no message that exists. Of those that were uploaded before, none is undecided. */
function abandonedFiles(undecided: readonly queries.Undecided[], existing: ReadonlySet<string>): string[] {
  const kept = new Set(
    undecided.flatMap(({ file_id: id, message_id: message }) =>
      message !== null && existing.has(message) ? id : [],
    ),
  );
  return undecided.flatMap(({ file_id: id }) => (id === null || kept.has(id) ? [] : id));
}
