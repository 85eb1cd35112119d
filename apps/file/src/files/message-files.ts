import { Injectable } from '@nestjs/common';
import {
  attachFiles,
  confirmFiles,
  deleteFilesOfMessages,
  discardFiles,
  encodeId,
  fileCreated,
  fileDeleted,
  findExistingMessages,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { RemovedObjects } from '../storage/removed-objects.ts';
import { FileRow } from './file.entity.ts';
import { rowsOfUploads } from './file.rules.ts';
import { toAttachment, toDeletedFile, toFile } from './file.serializer.ts';
import * as queries from './files.queries.ts';

/** No request commits its message later than this after its files were attached. */
export const UNCONFIRMED_MS = 120_000;

/** Files that are attached to messages: available before their message is committed, which confirms them. */
@Injectable()
export class MessageFiles {
  constructor(
    private readonly db: Database,
    private readonly links: FileLinks,
    private readonly rpc: Rpc,
    private readonly removedObjects: RemovedObjects,
  ) {}

  @Handles(attachFiles)
  attach(ctx: TenantContext, { conversation_id, message_id, uploads }: ParsedInput<typeof attachFiles>) {
    const ids = uploads.map(({ id }) => uuidOf('file', id));
    return this.db.transaction(ctx, async (tx) => {
      const of = {
        conversation_id: uuidOf('conversation', conversation_id),
        message_id: uuidOf('message', message_id),
      };
      const rows = await tx.query(queries.lockAttachableFiles, [ids, of.conversation_id, of.message_id]);
      const expiresAt = new Date(Date.now() + UNCONFIRMED_MS);
      const attached: FileRow[] = [];
      for (const row of rowsOfUploads(rows, uploads, 'attachments'))
        attached.push(
          row.status === 'available'
            ? row
            : await tx.update(FileRow, row, { ...of, status: 'available', expires_at: expiresAt }),
        );
      return attached.map(toAttachment);
    });
  }

  @Handles(confirmFiles)
  confirm(ctx: TenantContext, { message_id }: ParsedInput<typeof confirmFiles>) {
    return this.db.transaction(ctx, async (tx) => {
      await this.#confirmIn(tx, [uuidOf('message', message_id)]);
      return null;
    });
  }

  /** The message may exist all the same: a request that was repeated fails, or is replayed, with the same uploads. */
  @Handles(discardFiles)
  async discard(ctx: TenantContext, { ids }: ParsedInput<typeof discardFiles>) {
    const uuids = ids.map((id) => uuidOf('file', id));
    await this.decide(ctx, await this.db.read(ctx).query(queries.findUndecidedFiles, [uuids]));
    return null;
  }

  /** Keeps the files of messages that exist, and removes the others; once, also in several processes at a time. */
  async decide(ctx: TenantContext, files: readonly queries.UndecidedFile[]): Promise<void> {
    const messages = await this.#existing(ctx, files);
    const abandoned = files.filter(({ message_id: id }) => id === null || !messages.has(id));
    await this.db.transaction(ctx, async (tx) => {
      await this.#confirmIn(tx, [...messages]);
      await tx.query(queries.discardFiles, [abandoned.map(({ id }) => id)]);
      tx.afterCommit(() => this.removedObjects.wake());
    });
  }

  async #existing(ctx: TenantContext, files: readonly queries.UndecidedFile[]): Promise<Set<string>> {
    const ids = new Set(files.flatMap(({ message_id: id }) => (id === null ? [] : [id])));
    if (ids.size === 0) return ids;
    const input = { ids: [...ids].map((id) => encodeId('message', id)) };
    const existing = await this.rpc.call(findExistingMessages, ctx, input);
    return new Set(existing.map((id) => uuidOf('message', id)));
  }

  async #confirmIn(tx: Transaction, messageIds: readonly string[]): Promise<void> {
    for (const row of await tx.query(queries.lockUnconfirmedFiles, [messageIds])) {
      const confirmed = await tx.update(FileRow, row, { expires_at: null });
      tx.emit(fileCreated, toFile(confirmed, this.links));
    }
  }

  @Handles(deleteFilesOfMessages)
  removeOfMessages(ctx: TenantContext, { message_ids }: ParsedInput<typeof deleteFilesOfMessages>) {
    return this.db.transaction(ctx, async (tx) => {
      const ids = message_ids.map((id) => uuidOf('message', id));
      await this.removeIn(tx, await tx.query(queries.lockFilesOfMessages, [ids]));
      return null;
    });
  }

  async removeIn(tx: Transaction, rows: readonly FileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.query(queries.deleteFiles, [rows.map(({ id }) => id)]);
    const at = new Date();
    for (const row of rows) tx.emit(fileDeleted, toDeletedFile(row, at));
    tx.afterCommit(() => this.removedObjects.wake());
  }
}
