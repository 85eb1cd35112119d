import { Selection, tenantStatement, workspaceStatement } from '@parley/persistence';
import { AuditEntryRow } from './audit-entry.entity.ts';

export const listAuditEntries = workspaceStatement<AuditEntryRow>(
  'audit.list',
  `${Selection.of(AuditEntryRow).select()}
    where workspace_id = $1 and at >= $2 order by at desc, id desc limit $3`,
);

/** `$2` types or null, `$3` and `$4` type and id of the actor or null, from `$5`, before the entry at `$6` with the uuid `$7`. */
export const listFilteredAuditEntries = workspaceStatement<AuditEntryRow>(
  'audit.list_filtered',
  `${Selection.of(AuditEntryRow).select()}
    where workspace_id = $1 and ($2::text[] is null or type = any($2)) and ($3::text is null or actor_type = $3)
      and ($4::text is null or actor_id = $4) and at >= $5 and (at, id) < ($6::timestamptz, $7::uuid)
    order by at desc, id desc limit $8`,
);

export const findAuditEntryTime = workspaceStatement<{ at: Date }>(
  'audit.find_time',
  'select at from audit_entry where workspace_id = $1 and id = $2',
);

export const findActorNames = workspaceStatement<{ id: string; name: string }>(
  'audit.actor_names',
  `select id, name from member where workspace_id = $1 and id = any($2::uuid[])
   union all select id, name from token where workspace_id = $1 and id = any($3::uuid[])`,
);

export const AUDIT_PAGE = 100;

/** Entries after one that name a contact by its public id; no index finds them, so the log of the workspace is read. */
export const listAuditEntriesNaming = workspaceStatement<AuditEntryRow>(
  'audit.list_naming',
  `${Selection.of(AuditEntryRow).select()}
    where workspace_id = $1 and id > $2 and strpos(details::text, $3) > 0 order by id limit ${AUDIT_PAGE}`,
);

/** An entry about what happened in another service to what both modes share. */
export const addSharedAuditEntry = workspaceStatement<never>(
  'audit.add_shared',
  `insert into audit_entry (workspace_id, id, at, type, actor_type, actor_id, credential_id, address, request_id, details)
   values ($1, $2, $3, $4, $5, $6, null, null, $7, $8)`,
);

/** An entry about what happened in another service; its mode becomes a detail. */
export const addAuditEntry = tenantStatement<never>(
  'audit.add',
  `insert into audit_entry (workspace_id, id, at, type, actor_type, actor_id, credential_id, address, request_id, details)
   values ($1, $3, $4, $5, $6, $7, null, null, $8, $9::jsonb || jsonb_build_object('mode', $2::text))`,
);
