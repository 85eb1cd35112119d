import { randomUUID } from 'node:crypto';
import { encodeId, type ParsedInput, type Transport, type updateMailbox } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import type { TestStore } from '@parley/testing';
import { MailConfig } from '../mail.config.ts';
import { SystemMailConfig } from '../notices/system-mail.config.ts';
import { Credentials } from './credentials.ts';
import type { MailboxCheck } from './mailbox-check.ts';
import { MailboxRow } from './mailbox.entity.ts';
import { Mailboxes } from './mailboxes.handlers.ts';
import { findMailbox } from './mailboxes.queries.ts';
import type { Secrets } from './transport.rules.ts';

export const OAUTH: Transport = {
  ...{ type: 'smtp', host: 'smtp.example', port: 465, security: 'tls', authentication: 'oauth2' },
  ...{ username: 'support', oauth_provider: 'google', client_id: 'app', tenant_id: null },
  ...{ imap_host: null, imap_port: null, imap_security: null, after_receiving: null },
};

export interface StoredMailbox {
  ctx: TenantContext;
  row: MailboxRow;
}

/** A mailbox in the store of a test, of a tenant of its own unless a context is given. */
export async function storeMailbox(
  store: TestStore,
  secrets: Secrets,
  transport: Transport = OAUTH,
  ctx: TenantContext = inTenant(systemContext({ timeoutMs: 600_000 }), newId('workspace'), 'live'),
): Promise<StoredMailbox> {
  const id = randomUUID();
  const row = await store.db.transaction(ctx, (tx) =>
    tx.insert(MailboxRow, {
      ...{ id, name: 'Support', inbox_id: null, address: `${id}@acme.example`, aliases: [] },
      ...{ from_name: null, signature: null, send_delay: 0, on_unknown: 'hold', subaddressing: true },
      acknowledgement: { enabled: false, text: null },
      ...{ per_minute: 30, per_day: null, concurrency: 2, transport, transport_version: 1 },
      ...{ encrypted_secrets: store.app.get(Credentials).encrypt(id, secrets) },
      ...{ authserv_id: null, receiving: null, encrypted_receiving_secret: null },
      ...{ status: 'connected', status_reason: null },
    }),
  );
  return { ctx, row };
}

export async function readMailbox(store: TestStore, { ctx, row }: StoredMailbox) {
  const found = await store.db.read(ctx).one(findMailbox, [row.id]);
  if (found === undefined) throw new Error('the mailbox is gone');
  return { row: found, secrets: store.app.get(Credentials).read(found) };
}

/** Changes a mailbox as an admin does, whatever the address of its server. */
export async function changeMailbox(
  store: TestStore,
  { ctx, row }: StoredMailbox,
  body: ParsedInput<typeof updateMailbox>['body'],
): Promise<void> {
  const checks = { assertAllowed: () => undefined } as unknown as MailboxCheck;
  const parts = [new MailConfig({ MAIL_ALLOW_CIDRS: '127.0.0.0/8' }), new SystemMailConfig({})] as const;
  const mailboxes = new Mailboxes(store.db, {} as Rpc, ...parts, store.app.get(Credentials), checks);
  await mailboxes.update(ctx, { params: { mailbox_id: encodeId('mailbox', row.id) }, body });
}
