import type { Actor, AuditEventType } from '@parley/contracts';
import { PRUNE_BATCH } from '@parley/kernel';
import { systemStatement, workspaceStatement } from '@parley/persistence';

export const insertAuditEvent = workspaceStatement<never>(
  'audit.insert',
  `insert into audit_event (workspace_id, id, at, type, actor_type, actor_id, credential_id, address, request_id, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export interface AuditEventRow {
  id: string;
  at: Date;
  type: AuditEventType;
  actor_type: Actor['type'];
  actor_id: string | null;
  credential_id: string | null;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

export const listAuditEvents = workspaceStatement<AuditEventRow>(
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
