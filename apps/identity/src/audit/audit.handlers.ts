import { Injectable } from '@nestjs/common';
import { encodeId, listAudit, listAuditOfContact, type ParsedInput, type Result } from '@parley/contracts';
import { inWorkspace, type Context, type TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { NIL_UUID } from '@parley/runtime/records';
import { requireWorkspace } from '../workspaces/workspaces.queries.ts';
import type { AuditEntryRow } from './audit-entry.entity.ts';
import { AUDIT_PAGE, listAuditEntries, listAuditEntriesNaming } from './audit.queries.ts';

@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  @Handles(listAudit)
  async list(ctx: Context, input: ParsedInput<typeof listAudit>) {
    const db = this.db.read(inWorkspace(ctx, input.workspace));
    await requireWorkspace(db);
    const rows = await db.query(listAuditEntries, [input.since ?? new Date(0), input.limit]);
    return { audit_entries: rows.map(toAuditEntry) };
  }

  @Handles(listAuditOfContact)
  async ofContact(ctx: TenantContext, { contact, after }: ParsedInput<typeof listAuditOfContact>) {
    const db = this.db.read(inWorkspace(ctx, ctx.tenant.workspaceId));
    const rows = await db.query(listAuditEntriesNaming, [after ?? NIL_UUID, contact]);
    return {
      records: rows.map(toAuditEntry),
      next_cursor: rows.length < AUDIT_PAGE ? null : (rows.at(-1)?.id ?? null),
    };
  }
}

export function toAuditEntry(row: AuditEntryRow): Result<typeof listAudit>['audit_entries'][number] {
  return {
    id: encodeId('audit_entry', row.id),
    created_at: row.at.toISOString(),
    type: row.type,
    actor: { type: row.actor_type, id: row.actor_id },
    credential_id: row.credential_id,
    address: row.address,
    request_id: row.request_id,
    details: row.details,
  };
}
