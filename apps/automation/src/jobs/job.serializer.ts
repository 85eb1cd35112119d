import { encodeId, type Job, type JobResult } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { JobResultRow, JobRow } from './job.entity.ts';

export function toJob(row: JobRow): Job {
  return versioned(row.version, {
    id: encodeId('job', row.id),
    resource: row.resource,
    filter: row.filter,
    update: row.update,
    status: row.status,
    total: row.is_collected ? row.total : null,
    succeeded: row.updated + row.unchanged,
    unchanged: row.unchanged,
    failed: row.failed,
    failure: row.failure,
    owner_id: encodeId('user', row.owner_id),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

export const toJobResult = (row: JobResultRow): JobResult => ({
  id: encodeId('job_result', row.id),
  record_id: row.record_id,
  status: row.status,
  error: row.error,
  created_at: row.created_at.toISOString(),
});
