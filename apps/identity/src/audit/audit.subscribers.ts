import { Injectable } from '@nestjs/common';
import {
  inboxCreated,
  inboxDeleted,
  inboxRenamed,
  webhookCreated,
  webhookDeleted,
  webhookSecretRotated,
  webhookUpdated,
  type AuditEntryType,
  type Actor,
  type EventOf,
  type Webhook,
} from '@parley/contracts';
import { On } from '@parley/events';
import { type WorkspaceContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import type { Transaction } from '@parley/persistence';
import { addAuditEntry, addSharedAuditEntry } from './audit.queries.ts';

interface Happened {
  time: string;
  actor: Actor;
  requestId: string | null;
}

/** Records what other services administer: the audit log of a workspace is one. */
@Injectable()
export class AuditSubscribers {
  @On(webhookCreated)
  async recordWhenWebhookIsCreated(event: EventOf<typeof webhookCreated>, tx: Transaction) {
    await record(tx, 'webhook.created', event, ofWebhook(event.data));
  }

  @On(webhookUpdated)
  async recordWhenWebhookIsUpdated(event: EventOf<typeof webhookUpdated>, tx: Transaction) {
    const changed = Object.keys(event.previous ?? {}).filter((field) => field !== 'updated_at');
    // A new secret alone is an entry of its own.
    if (changed.some((field) => field !== 'secret_last4'))
      await record(tx, 'webhook.updated', event, { ...ofWebhook(event.data), changed });
  }

  @On(webhookSecretRotated)
  async recordWhenWebhookSecretIsRotated(event: EventOf<typeof webhookSecretRotated>, tx: Transaction) {
    await record(tx, 'webhook.secret_rotated', event, ofWebhook(event.data));
  }

  @On(webhookDeleted)
  async recordWhenWebhookIsDeleted(event: EventOf<typeof webhookDeleted>, tx: Transaction) {
    await record(tx, 'webhook.deleted', event, { webhook_id: event.data.id });
  }

  @On([inboxCreated, inboxRenamed])
  async recordWhenInboxIsNamed(
    event: EventOf<typeof inboxCreated> | EventOf<typeof inboxRenamed>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, name } = event.data;
    await tx.query(addSharedAuditEntry, valuesOf(event.type, event, { inbox_id: id, name }));
  }

  @On(inboxDeleted)
  async recordWhenInboxIsDeleted(event: EventOf<typeof inboxDeleted>, tx: Transaction<WorkspaceContext>) {
    await tx.query(addSharedAuditEntry, valuesOf(event.type, event, { inbox_id: event.data.id }));
  }
}

/** Paths and queries of endpoints may hold tokens. */
function ofWebhook({ id, url, status }: Webhook) {
  return { webhook_id: id, host: new URL(url).host, status };
}

async function record(
  tx: Transaction,
  type: AuditEntryType,
  happened: Happened,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.query(addAuditEntry, valuesOf(type, happened, details));
}

function valuesOf(
  type: AuditEntryType,
  { time, actor, requestId }: Happened,
  details: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  return [newUuid(), new Date(time), type, actor.type, actor.id, requestId, JSON.stringify(details)];
}
