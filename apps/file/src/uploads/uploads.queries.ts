import { systemStatement, tenantStatement } from '@parley/persistence';
import type { FileRow } from '../files/file.entity.ts';

/** Not of an upload that was discarded meanwhile. */
export const stageFile = tenantStatement<{ id: string }>(
  'file.stage',
  `update file set status = 'staged', size = $4, mime_type = $5, sha256 = $6, updated_at = now()
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'uploading' returning id`,
);

export const SWEEP_BATCH = 200;

export type ExpiredFile = Pick<FileRow, 'workspace_id' | 'mode' | 'id' | 'status' | 'message_id'>;

export const findExpiredFiles = systemStatement<ExpiredFile>(
  'file.find_expired',
  'one sweep serves all workspaces',
  `select workspace_id, mode, id, status, message_id from file
    where expires_at < now() order by expires_at limit ${SWEEP_BATCH}`,
);
