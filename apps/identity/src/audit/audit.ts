import { Injectable } from '@nestjs/common';
import type { Actor, AuditEventType } from '@parley/contracts';
import { newUuid, type WorkspaceContext } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { AuditEventRow } from './audit-event.entity.ts';

/** What is kept for years, so no field may contain a secret or a token. */
export interface AuditEntry {
  type: AuditEventType;
  /** Default: the actor of the transaction. */
  actor?: Actor;
  /** The credential it is about: `key_…`, `pat_…`, `grant_…`. */
  credentialId?: string | null;
  /** The IP address of the client, if known. */
  address?: string | null;
  details?: Readonly<Record<string, unknown>>;
}

/** The audit log of a workspace: changes of its credentials, and sign-ins. */
@Injectable()
export class Audit {
  /** Adds an entry that commits together with what it records. */
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
