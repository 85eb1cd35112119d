import { Injectable } from '@nestjs/common';
import { ApiError, uuidOf, type Upload } from '@parley/contracts';
import type { UploadHead } from '@parley/files';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { FileRow } from '../files/file.entity.ts';
import { discardFiles } from '../files/files.queries.ts';
import { StorageQuota } from './storage-quota.ts';
import { stageFile } from './uploads.queries.ts';

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
      const staged = await tx.one(stageFile, [uuidOf('file', id), size, mimeType, sha256]);
      if (staged === undefined)
        throw new ApiError('service_unavailable', { message: 'The upload was cancelled. Try again.' });
    });
  }

  /** Deletes the row, and has the object removed once the upload has expired. */
  async discard(ctx: TenantContext, { id }: UploadHead): Promise<void> {
    await this.db.read(ctx).query(discardFiles, [[uuidOf('file', id)]]);
  }
}

function newUpload({ deadline }: TenantContext, { id, name }: UploadHead) {
  return {
    id: uuidOf('file', id),
    name,
    folder: null,
    size: '0',
    mime_type: '',
    sha256: '',
    status: 'uploading',
    expires_at: new Date(deadline + EXPIRY_GRACE_MS),
  } as const;
}
