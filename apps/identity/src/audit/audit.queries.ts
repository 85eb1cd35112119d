import { workspaceStatement } from '@parley/persistence';
import type { AuditEventRow } from './audit-event.entity.ts';

export const listAuditEvents = workspaceStatement<AuditEventRow>(
  'audit.list',
  'select * from audit_event where workspace_id = $1 and at >= $2 order by at desc, id desc limit $3',
);
