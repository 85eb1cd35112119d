import { uuidOf } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { newTenant, TestStore } from '@parley/testing';
import { mailDatabase } from '../mail.database.ts';

export interface Mailbox {
  ctx: TenantContext;
  id: string;
}

interface Limits {
  concurrency?: number;
  per_minute?: number;
  per_day?: number;
  status?: string;
}

interface Mail {
  conversation?: string;
  number?: number;
  status?: string;
  /** Seconds from now. */
  due?: number | null;
  /** Seconds since it was queued. */
  age?: number;
}

export const workspaceOf = (ctx: TenantContext) => uuidOf('workspace', ctx.tenant.workspaceId);

/** The queue of mails in a database of its own. */
export async function openQueue() {
  const store = await TestStore.open(mailDatabase);
  const mailbox = async (settings: Limits = {}, ctx = newTenant()): Promise<Mailbox> => {
    const { concurrency = 20, per_minute = 10_000, per_day = null, status = 'connected' } = settings;
    const id = newUuid();
    await store.database.query(
      `insert into mail.mailbox (workspace_id, mode, id, version, name, address, aliases, send_delay, on_unknown, subaddressing,
         per_minute, per_day, concurrency, transport, status, created_at, updated_at)
       values ($1, 'live', $2, 1, 'Support', $3, '{}', 0, 'hold', true, $4, $5, $6, '{}', $7, now(), now())`,
      [workspaceOf(ctx), id, `${id}@example.com`, per_minute, per_day, concurrency, status],
    );
    return { ctx, id };
  };
  const mail = async (
    { ctx, id: mailboxId }: Mailbox,
    { conversation = newUuid(), number = 1, status = 'queued', due = -1, age = 10 }: Mail = {},
  ): Promise<string> => {
    const id = newUuid();
    await store.database.query(
      `insert into mail.outgoing_mail (workspace_id, mode, id, version, mailbox_id, conversation_id, message_id, number, status,
         due_at, expires_at, recipients, created_at, updated_at)
       values ($1, 'live', $2, 1, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), now() + interval '3 days', '[]',
         now() - make_interval(secs => $9), now())`,
      [workspaceOf(ctx), id, mailboxId, conversation, newUuid(), number, status, due, age],
    );
    return id;
  };
  const clear = () =>
    store.database.query('truncate mail.mailbox, mail.mailbox_activity, mail.outgoing_mail, mail.dispatcher');
  return { store, mailbox, mail, clear };
}
