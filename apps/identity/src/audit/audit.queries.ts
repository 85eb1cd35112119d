import { workspaceStatement } from '@parley/persistence';
import type { AuditEntryRow } from './audit-entry.entity.ts';

export const listAuditEntries = workspaceStatement<AuditEntryRow>(
  'audit.list',
  'select * from audit_entry where workspace_id = $1 and at >= $2 order by at desc, id desc limit $3',
);
