import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

export interface RemovedObject {
  workspace_id: string;
  mode: Mode;
  file_id: string;
}

/** Objects that one process removes at a time. */
export const CLAIM_BATCH = 50;

/**
 * Due again, unless completed, after a minute, two, four …, at most an hour. Not of a file that exists: an upload may be offered to
 * two processes, of which one discards it and the other one stores it.
 */
export const claimRemovedObjects = systemStatement<RemovedObject>(
  'removed_object.claim',
  'one job serves all workspaces',
  `update removed_object set attempts = least(attempts + 1, 1000),
      due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 6), interval '1 hour')
    where (workspace_id, mode, file_id) in (
      select workspace_id, mode, file_id from removed_object r where due_at <= now() and not exists (
        select from file f where f.workspace_id = r.workspace_id and f.mode = r.mode and f.id = r.file_id)
       order by due_at limit ${CLAIM_BATCH} for update skip locked)
   returning workspace_id, mode, file_id`,
);

export const forgetRemovedObject = tenantStatement<never>(
  'removed_object.forget',
  'delete from removed_object where workspace_id = $1 and mode = $2 and file_id = $3',
);
