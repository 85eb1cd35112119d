import { Injectable } from '@nestjs/common';
import {
  connectionCreated,
  connectionDeleted,
  connectionUpdated,
  contactFormCreated,
  contactFormDeleted,
  contactFormUpdated,
  inboxCreated,
  inboxDeleted,
  inboxRenamed,
  inboxTeamChanged,
  mailboxCreated,
  mailboxDeleted,
  mailboxUpdated,
  macroCreated,
  macroDeleted,
  macroUpdated,
  viewCreated,
  viewDeleted,
  viewUpdated,
  webhookCreated,
  webhookDeleted,
  webhookSecretRotated,
  webhookUpdated,
  type AuditEntryType,
  type Actor,
  type EventOf,
  type ViewVisibility,
  type Webhook,
} from '@parley/contracts';
import { On } from '@parley/events';
import { type WorkspaceContext } from '@parley/runtime/context';
import { fromTo, newUuid } from '@parley/runtime/records';
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
    const before = { ...event.data, ...event.previous };
    // A new secret is an entry of its own.
    const changed = Object.keys(event.previous ?? {}).filter((field) => !UNSHOWN.includes(field));
    if (changed.length === 0) return;
    const changes = fromTo(withHost(before), withHost(event.data), changed as (keyof Webhook)[]);
    await record(tx, 'webhook.updated', event, { ...ofWebhook(event.data), changes });
  }

  @On(webhookSecretRotated)
  async recordWhenWebhookSecretIsRotated(event: EventOf<typeof webhookSecretRotated>, tx: Transaction) {
    await record(tx, 'webhook.secret_rotated', event, ofWebhook(event.data));
  }

  @On(webhookDeleted)
  async recordWhenWebhookIsDeleted(event: EventOf<typeof webhookDeleted>, tx: Transaction) {
    await record(tx, 'webhook.deleted', event, { webhook_id: event.data.id });
  }

  @On([connectionCreated, connectionUpdated, connectionDeleted])
  async recordWhenConnectionChanges(
    event: EventOf<typeof connectionCreated | typeof connectionUpdated | typeof connectionDeleted>,
    tx: Transaction,
  ) {
    await record(tx, event.type, event, detailsOf('connection_id', event));
  }

  @On([contactFormCreated, contactFormUpdated, contactFormDeleted])
  async recordWhenContactFormChanges(
    event: EventOf<typeof contactFormCreated | typeof contactFormUpdated | typeof contactFormDeleted>,
    tx: Transaction,
  ) {
    await record(tx, event.type, event, detailsOf('contact_form_id', event));
  }

  /** A new password alone is an update without changes: secrets are in no event. */
  @On([mailboxCreated, mailboxUpdated, mailboxDeleted])
  async recordWhenMailboxChanges(
    event: EventOf<typeof mailboxCreated | typeof mailboxUpdated | typeof mailboxDeleted>,
    tx: Transaction,
  ) {
    await record(tx, event.type, event, detailsOf('mailbox_id', event));
  }

  @On([viewCreated, viewUpdated, viewDeleted])
  async recordWhenSharedViewChanges(
    event: EventOf<typeof viewCreated | typeof viewUpdated | typeof viewDeleted>,
    tx: Transaction,
  ) {
    if (isShared(event)) await record(tx, event.type, event, detailsOf('view_id', event));
  }

  @On([macroCreated, macroUpdated, macroDeleted])
  async recordWhenSharedMacroChanges(
    event: EventOf<typeof macroCreated | typeof macroUpdated | typeof macroDeleted>,
    tx: Transaction,
  ) {
    if (isShared(event)) await record(tx, event.type, event, detailsOf('macro_id', event));
  }

  @On([inboxCreated, inboxRenamed])
  async recordWhenInboxIsNamed(
    event: EventOf<typeof inboxCreated> | EventOf<typeof inboxRenamed>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, ...named } = event.data;
    const before = { ...named, ...event.previous };
    const changes = before.name === named.name ? {} : { changes: fromTo(before, named) };
    await tx.query(addSharedAuditEntry, valuesOf(event.type, event, { inbox_id: id, ...named, ...changes }));
  }

  @On(inboxTeamChanged)
  async recordWhenInboxChangesItsTeam(
    event: EventOf<typeof inboxTeamChanged>,
    tx: Transaction<WorkspaceContext>,
  ) {
    const { id, team_id } = event.data;
    const changes = fromTo({ team_id: null, ...event.previous }, { team_id });
    await tx.query(addSharedAuditEntry, valuesOf(event.type, event, { inbox_id: id, changes }));
  }

  @On(inboxDeleted)
  async recordWhenInboxIsDeleted(event: EventOf<typeof inboxDeleted>, tx: Transaction<WorkspaceContext>) {
    await tx.query(addSharedAuditEntry, valuesOf(event.type, event, { inbox_id: event.data.id }));
  }
}

const UNSHOWN = ['updated_at', 'secret_last4'];

/** Paths and queries of endpoints may hold tokens. */
const withHost = (webhook: Webhook): Webhook => ({ ...webhook, url: new URL(webhook.url).host });

function ofWebhook(webhook: Webhook) {
  return { webhook_id: webhook.id, host: withHost(webhook).url, status: webhook.status };
}

/** What an audit entry tells of a record: its id and its name, and what has changed. */
function detailsOf<Data extends { id: string; name?: string }>(
  id: string,
  { data, previous }: { data: Data; previous: Partial<Data> | null },
) {
  const name = data.name === undefined ? {} : { name: data.name };
  return {
    [id]: data.id,
    ...name,
    ...(previous && { changes: fromTo({ ...data, ...previous }, data, keysOf(previous)) }),
  };
}

interface Shared {
  visibility: ViewVisibility;
}

/** A record that only its owner sees is no matter of the workspace. */
const isShared = ({ data, previous }: { data: Shared; previous: Partial<Shared> | null }): boolean =>
  data.visibility !== 'private' || (previous?.visibility ?? 'private') !== 'private';

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];

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
