import { systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import type { FileRow } from '../files/file.entity.ts';

/** Not of an upload that was discarded meanwhile. */
export const stageFile = tenantStatement<{ id: string }>(
  'file.stage',
  `update file set status = 'staged', size = $4, mime_type = $5, sha256 = $6, updated_at = now()
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'uploading' returning id`,
);

export const sumStoredBytes = workspaceStatement<{ bytes: number }>(
  'file.sum_stored_bytes',
  `select coalesce(sum(n), 0)::double precision as bytes from row_count
    where workspace_id = $1 and counted = 'file' and key = 'bytes'`,
);

/** Until the end of the transaction. */
export const lockQuota = workspaceStatement<never>(
  'file.lock_quota',
  `select pg_advisory_xact_lock(hashtextextended('quota ' || $1::uuid::text, 0))`,
);

export const SWEEP_BATCH = 200;

export type ExpiredFile = Pick<FileRow, 'workspace_id' | 'mode' | 'id' | 'status' | 'message_id'>;

export const findExpiredFiles = systemStatement<ExpiredFile>(
  'file.find_expired',
  'one sweep serves all workspaces',
  `select workspace_id, mode, id, status, message_id from file
    where expires_at < now() order by expires_at limit ${SWEEP_BATCH}`,
);
