import { Injectable } from '@nestjs/common';
import type { Actor, AuditEventType } from '@parley/contracts';
import { newUuid, type WorkspaceContext } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { AuditEventRow } from './audit-event.entity.ts';

/** What happened, to be told years later. No field ever holds a secret or a token. */
export interface AuditEntry {
  type: AuditEventType;
  /** Whoever did it; by default whoever the transaction works for. */
  actor?: Actor;
  /** The credential it is about: `key_…`, `pat_…`, `grant_…`. */
  credentialId?: string | null;
  /** The address it came from, where that is known. */
  address?: string | null;
  details?: Readonly<Record<string, unknown>>;
}

/** The audit log of a workspace: what became of its credentials and who signed in. */
@Injectable()
export class Audit {
  /** Adds an entry within a transaction: it is there if and only if what it tells of has happened. */
  async record(tx: Transaction<WorkspaceContext>, entry: AuditEntry): Promise<void> {
    const { type, actor = tx.ctx.actor, credentialId = null, address = null, details = {} } = entry;
    await tx.insert(AuditEventRow, {
      id: newUuid(),
      at: new Date(),
      type,
      actor_type: actor.type,
      actor_id: actor.id,
      credential_id: credentialId,
      address,
      request_id: tx.ctx.requestId,
      details,
    });
  }
}
