import { systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import type { FileRow } from '../files/file.entity.ts';
import type { Undecided } from '../files/files.queries.ts';

/** Not of an upload that was discarded meanwhile. */
export const stageFile = tenantStatement<{ id: string }>(
  'file.stage',
  `update file set status = 'staged', size = $4, mime_type = $5, sha256 = $6, updated_at = now()
    where workspace_id = $1 and mode = $2 and id = $3 and status = 'uploading' returning id`,
);

/**
 * Makes a source of an upload, as an attachment that is the last one of its file: the sweep keeps it if its message exists. Not of
 * an upload that was discarded meanwhile.
 */
export const storeSource = tenantStatement<{ file_id: string }>(
  'file.store_source',
  `with stored as (
    update file set id = $4, object_id = id, status = 'source', size = $5, sha256 = $6, mime_type = $7, expires_at = null,
        updated_at = now()
      where workspace_id = $1 and mode = $2 and id = $3 and status = 'uploading' returning id)
  insert into attachment (workspace_id, mode, id, file_id, message_id, conversation_id, expires_at, is_last)
  select $1, $2, $8, id, $9, $10, $11, true from stored returning file_id`,
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

export type Expired = Pick<FileRow, 'workspace_id' | 'mode'> & Undecided;

/** Uploads, and messages with attachments that are not confirmed. */
export const findExpired = systemStatement<Expired>(
  'file.find_expired',
  'one sweep serves all workspaces',
  `(select f.workspace_id, f.mode, f.id as file_id, a.message_id, f.status = 'source' as is_source from file f
      left join attachment a on a.workspace_id = f.workspace_id and a.mode = f.mode and a.file_id = f.id
     where f.expires_at < now() order by f.expires_at limit ${SWEEP_BATCH})
   union all
   (select a.workspace_id, a.mode, null, a.message_id, exists (select from file f
      where f.workspace_id = a.workspace_id and f.mode = a.mode and f.id = a.file_id and f.status = 'source')
      from attachment a where a.expires_at < now() order by a.expires_at limit ${SWEEP_BATCH})`,
);
