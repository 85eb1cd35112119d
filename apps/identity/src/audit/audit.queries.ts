import { PRUNE_BATCH } from '@parley/kernel';
import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { AuditEventRow } from './audit-event.entity.ts';

export const listAuditEvents = workspaceStatement<Omit<AuditEventRow, 'workspace_id'>>(
  'audit.list',
  `select id, at, type, actor_type, actor_id, credential_id, address, request_id, details from audit_event
    where workspace_id = $1 and at >= $2 order by at desc, id desc limit $3`,
);

export const pruneAuditEvents = systemStatement<{ pruned: 1 }>(
  'audit.prune',
  'housekeeping of all workspaces',
  `delete from audit_event where (workspace_id, id) in (
     select workspace_id, id from audit_event where at < $1 order by at limit ${PRUNE_BATCH})
   returning 1 as pruned`,
);

export const pruneAddresses = systemStatement<{ pruned: 1 }>(
  'audit.prune_addresses',
  'housekeeping of all workspaces',
  `delete from credential_address where (credential_id, address) in (
     select credential_id, address from credential_address where last_used_at < $1
      order by last_used_at limit ${PRUNE_BATCH})
   returning 1 as pruned`,
);
