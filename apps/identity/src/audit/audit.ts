import type { AuditEntryType } from '@parley/contracts';
import { type WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { AuditEntryRow } from './audit-entry.entity.ts';

/** What is kept for years, so no field may contain a secret or a token. */
interface AuditEntry {
  type: AuditEntryType;
  /** The credential it is about: `key_…`, `pat_…`, `grant_…`. */
  credentialId?: string;
  address?: string;
  details?: Readonly<Record<string, unknown>>;
}

/** Adds an entry about the actor of a transaction to the audit log; it commits together with what it records. */
export async function recordAudit(tx: Transaction<WorkspaceContext>, entry: AuditEntry): Promise<void> {
  const { type, credentialId = null, address = null, details = {} } = entry;
  const { actor, requestId } = tx.ctx;
  await tx.insert(AuditEntryRow, {
    id: newUuid(),
    at: new Date(),
    type,
    // Assignments change records, and nothing that is recorded here.
    actor_type: actor.type as AuditEntryRow['actor_type'],
    actor_id: actor.id,
    credential_id: credentialId,
    address,
    request_id: requestId,
    details,
  });
}
