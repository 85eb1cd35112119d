import { Injectable } from '@nestjs/common';
import { ApiError, uuidOf, type Id, type Upload } from '@parley/contracts';
import type { SourceOwner, UploadHead } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { FileRow } from '../files/file.entity.ts';
import { attachmentUuid, toUpload } from '../files/file.serializer.ts';
import { discardFiles, findSource } from '../files/files.queries.ts';
import { UNCONFIRMED_MS } from '../files/message-files.ts';
import { StorageQuota } from './storage-quota.ts';
import * as queries from './uploads.queries.ts';

/** An upload expires so long after its deadline: the operation that it belongs to is over by then. */
const EXPIRY_GRACE_MS = 120_000;

/** The rows of uploads, from their first byte until an operation makes files of them. */
@Injectable()
export class UploadRows {
  constructor(
    private readonly db: Database,
    private readonly quota: StorageQuota,
  ) {}

  /** Throws `service_unavailable` if there is such an upload: it was offered to another process, which has taken it. */
  async begin(ctx: TenantContext, head: UploadHead): Promise<void> {
    try {
      await this.db.transaction(ctx, (tx) => tx.insert(FileRow, newUpload(ctx, head), 'id'));
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'duplicate_value';
      throw isTaken ? new ApiError('service_unavailable', { cause: error }) : error;
    }
  }

  /** Keeps an upload until it expires. Throws if it was discarded meanwhile, or does not fit into the quota. */
  stage(ctx: TenantContext, { id, size, mime_type: mimeType, sha256 }: Upload): Promise<void> {
    return this.db.transaction(ctx, async (tx) => {
      await this.quota.take(tx, size);
      const staged = await tx.one(queries.stageFile, [uuidOf('file', id), size, mimeType, sha256]);
      if (staged === undefined) throw cancelled();
    });
  }

  /** The source of a mail that was stored in full under an id. */
  async findSource(ctx: TenantContext, id: Id<'file'>): Promise<Upload | undefined> {
    const row = await this.db.read(ctx).one(findSource, [uuidOf('file', id)]);
    return row && toUpload(row);
  }

  /** Makes the source `id` of an upload whose bytes are stored, and answers it, or the one that another attempt has stored meanwhile. */
  async storeSource(ctx: TenantContext, upload: Upload, id: Id<'file'>, owner: SourceOwner): Promise<Upload> {
    const [fileId, messageId] = [uuidOf('file', id), uuidOf('message', owner.messageId)];
    try {
      return await this.db.transaction(ctx, async (tx) => {
        await this.quota.take(tx, upload.size);
        const stored = await tx.one(queries.storeSource, [
          uuidOf('file', upload.id),
          fileId,
          upload.size,
          upload.sha256,
          upload.mime_type,
          attachmentUuid(messageId, fileId),
          messageId,
          uuidOf('conversation', owner.conversationId),
          new Date(Date.now() + UNCONFIRMED_MS),
        ]);
        if (stored === undefined) throw cancelled();
        return { ...upload, id };
      });
    } catch (error) {
      // The commit may have succeeded also if nobody was told of it. The sweep removes an upload that no source was made of.
      const source = await this.findSource(ctx, id);
      if (source === undefined) throw error;
      return source;
    }
  }

  /** Deletes the row, and has the object removed once the upload has expired. Returns whether the upload was still there. */
  async discard(ctx: TenantContext, { id }: UploadHead): Promise<boolean> {
    return (await this.db.read(ctx).query(discardFiles, [[uuidOf('file', id)]])).length > 0;
  }
}

function cancelled(): ApiError {
  return new ApiError('service_unavailable', { message: 'The upload was cancelled. Try again.' });
}

function newUpload({ deadline }: TenantContext, { id, name, document }: UploadHead) {
  return {
    id: uuidOf('file', id),
    name,
    folder: null,
    size: '0',
    mime_type: '',
    sha256: '',
    status: 'uploading',
    object_id: null,
    document_images: document ?? null,
    expires_at: new Date(deadline + EXPIRY_GRACE_MS),
  } as const;
}
