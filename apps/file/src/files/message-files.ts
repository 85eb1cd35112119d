import { Inject, Injectable } from '@nestjs/common';
import {
  attachFiles,
  confirmFiles,
  deleteFilesOfMessages,
  discardFiles,
  fileCreated,
  fileDeleted,
  uuidOf,
  type Attachment,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import type { TenantContext } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
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
    @Inject(Database) private readonly db: Database,
    @Inject(FileLinks) private readonly links: FileLinks,
    @Inject(RemovedObjects) private readonly removedObjects: RemovedObjects,
  ) {}

  @Handles(attachFiles)
  attach(
    ctx: TenantContext,
    { conversation_id, message_id, uploads }: ParsedInput<typeof attachFiles>,
  ): Promise<Attachment[]> {
    const ids = uploads.map(({ id }) => uuidOf('file', id));
    return this.db.transaction(ctx, async (tx) => {
      const staged = await tx.query(queries.lockStagedFiles, [ids]);
      const attached: FileRow[] = [];
      for (const row of rowsOfUploads(staged, uploads, 'attachments'))
        attached.push(
          await tx.update(FileRow, row, {
            status: 'available',
            message_id: uuidOf('message', message_id),
            conversation_id: uuidOf('conversation', conversation_id),
            expires_at: new Date(Date.now() + UNCONFIRMED_MS),
          }),
        );
      return attached.map(toAttachment);
    });
  }

  @Handles(confirmFiles)
  confirm(ctx: TenantContext, { message_id }: ParsedInput<typeof confirmFiles>): Promise<null> {
    return this.db.transaction(ctx, async (tx) => {
      await this.confirmIn(tx, [uuidOf('message', message_id)]);
      return null;
    });
  }

  /** Keeps the files of messages that exist. */
  async confirmIn(tx: Transaction, messageIds: readonly string[]): Promise<void> {
    for (const row of await tx.query(queries.lockUnconfirmedFiles, [messageIds])) {
      const confirmed = await tx.update(FileRow, row, { expires_at: null });
      tx.emit(fileCreated, toFile(confirmed, this.links));
    }
  }

  @Handles(discardFiles)
  discard(ctx: TenantContext, { ids }: ParsedInput<typeof discardFiles>): Promise<null> {
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.discardFiles, [ids.map((id) => uuidOf('file', id))]);
      tx.afterCommit(() => this.removedObjects.wake());
      return null;
    });
  }

  @Handles(deleteFilesOfMessages)
  removeOfMessages(
    ctx: TenantContext,
    { message_ids }: ParsedInput<typeof deleteFilesOfMessages>,
  ): Promise<null> {
    return this.db.transaction(ctx, async (tx) => {
      const ids = message_ids.map((id) => uuidOf('message', id));
      await this.removeIn(tx, await tx.query(queries.lockFilesOfMessages, [ids]));
      return null;
    });
  }

  /** Deletes files that were locked. */
  async removeIn(tx: Transaction, rows: readonly FileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.query(queries.deleteFiles, [rows.map(({ id }) => id)]);
    const at = new Date();
    for (const row of rows) tx.emit(fileDeleted, toDeletedFile(row, at));
    tx.afterCommit(() => this.removedObjects.wake());
  }
}
