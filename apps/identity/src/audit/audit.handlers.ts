import { Inject, Injectable } from '@nestjs/common';
import { encodeId, listAudit, type ParsedInput, type Result } from '@parley/contracts';
import { inWorkspace, type Context } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { requireWorkspace } from '../workspaces/workspaces.queries.ts';
import { listAuditEntries } from './audit.queries.ts';

@Injectable()
export class AuditLog {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Handles(listAudit)
  async list(ctx: Context, input: ParsedInput<typeof listAudit>): Promise<Result<typeof listAudit>> {
    const db = this.db.read(inWorkspace(ctx, input.workspace));
    await requireWorkspace(db);
    const rows = await db.query(listAuditEntries, [input.since ?? new Date(0), input.limit]);
    return {
      audit_entries: rows.map((row) => ({
        id: encodeId('audit_entry', row.id),
        at: row.at.toISOString(),
        type: row.type,
        actor: { type: row.actor_type, id: row.actor_id },
        credential_id: row.credential_id,
        address: row.address,
        request_id: row.request_id,
        details: row.details,
      })),
    };
  }
}
