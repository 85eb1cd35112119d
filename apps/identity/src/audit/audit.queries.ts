import { Selection, tenantStatement, workspaceStatement } from '@parley/persistence';
import { AuditEntryRow } from './audit-entry.entity.ts';

export const listAuditEntries = workspaceStatement<AuditEntryRow>(
  'audit.list',
  `${Selection.of(AuditEntryRow).select()}
    where workspace_id = $1 and at >= $2 order by at desc, id desc limit $3`,
);

/** Entries per page of those that name a record. */
export const AUDIT_PAGE = 100;

/** Entries after one that name a contact by its public id; no index finds them, so the log of the workspace is read. */
export const listAuditEntriesNaming = workspaceStatement<AuditEntryRow>(
  'audit.list_naming',
  `${Selection.of(AuditEntryRow).select()}
    where workspace_id = $1 and id > $2 and strpos(details::text, $3) > 0 order by id limit ${AUDIT_PAGE}`,
);

/** An entry about what happened in another service; its mode becomes a detail. */
export const addAuditEntry = tenantStatement<never>(
  'audit.add',
  `insert into audit_entry (workspace_id, id, at, type, actor_type, actor_id, credential_id, address, request_id, details)
   values ($1, $3, $4, $5, $6, $7, null, null, $8, $9::jsonb || jsonb_build_object('mode', $2::text))`,
);
